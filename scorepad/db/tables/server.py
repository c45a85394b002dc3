"""Tables of the server itself: id, jobs, rate limits, season books."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.db.engine import Base, Moment


class RateCount(Base):
    """A rate limit counter: *times* since a time.

    *who* is a device, a group, or the HMAC of an address.
    """

    __tablename__ = "pace"

    what: Mapped[str] = mapped_column(String(16), primary_key=True)
    who: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment)
    times: Mapped[int]


ONLY: Final = 1


class DatabaseId(Base):
    """The database id, in one row; absent in backups, so a restore gets a new one."""

    __tablename__ = "database_id"
    __table_args__ = (CheckConstraint(f"number = {ONLY}", name="one"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[str] = mapped_column(String(16))


class JobRun(Base):
    """The date (UTC) of the last run of a daily job, on any copy of the server."""

    __tablename__ = "job_run"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    ran_on: Mapped[date]


class SeasonBook(Base):
    """A season book in progress or finished; *key* is the revision it shows.

    The server that makes it updates *seen_at* regularly, so a lost one is noticed.
    *volume* of *volumes* is in progress. Deleting the row cancels the book.
    """

    __tablename__ = "season_book"
    __table_args__ = (
        CheckConstraint(
            "phase IN ('queued','laying_out','ready','changed','failed')", "phase"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"), index=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), index=True)
    language: Mapped[str] = mapped_column(String(16))
    paper: Mapped[str] = mapped_column(String(16))
    key: Mapped[str] = mapped_column(String(64))
    phase: Mapped[str] = mapped_column(String(16), default="queued")
    volume: Mapped[int] = mapped_column(default=0)
    volumes: Mapped[int] = mapped_column(default=0)
    seen_at: Mapped[datetime] = mapped_column(Moment)


class BookVolume(Base):
    """A finished PDF of a book, *size* bytes long."""

    __tablename__ = "book_volume"

    book_id: Mapped[int] = mapped_column(ForeignKey("season_book.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[int]
    pdf: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)

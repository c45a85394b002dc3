"""What the server keeps for itself: its id, its days, its jobs, who did how much."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.db.engine import Base, Moment


class ServerDay(Base):
    """A date that the server's clock has shown; *number* counts them as they came.

    A clock that was wrong once adds one day, however far it was off.
    """

    __tablename__ = "server_day"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[date] = mapped_column(unique=True)


class Pace(Base):
    """So many *times* somebody has done a thing since then.

    *who* is a device, or an address hashed with the server's own secret.
    """

    __tablename__ = "pace"

    what: Mapped[str] = mapped_column(String(16), primary_key=True)
    who: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment)
    times: Mapped[int]


ONLY: Final = 1


class DatabaseId(Base):
    """One row; none in a backup, so that what is restored gets another *id*."""

    __tablename__ = "database_id"
    __table_args__ = (CheckConstraint(f"number = {ONLY}", name="one"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[str] = mapped_column(String(16))


class JobRun(Base):
    """The date (UTC) on which a daily job ran last, on whichever copy of the server."""

    __tablename__ = "job_run"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    ran_on: Mapped[date]


class SeasonBook(Base):
    """A book that was ordered, of a season in the state *key* stands for.

    The copy of the server that makes it sets *seen_at* again and again while it does,
    so a book whose server died is known by that. *volume* of *volumes* is the one being
    laid out. Without the row nobody wants the book any more.
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

"""Season books: who ordered which, how far it is, and the finished PDFs."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment


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

"""Queries of season books and their volumes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, CursorResult, delete, func, select, update
from sqlalchemy.orm import Session

from scorepad.db.tables import WIZARD, BookVolume, GameRow, Season, SeasonBook

RUNNING: Final = ("queued", "laying_out")


def count_finished(session: Session, season: Season) -> int:
    """Count the finished games of a season."""
    count = select(func.count(GameRow.id)).where(
        GameRow.season_id == season.id,
        GameRow.game == WIZARD,
        GameRow.deleted_at.is_(None),
        GameRow.finished_at.is_not(None),
    )
    return session.execute(count).scalar_one()


def find_book(
    session: Session, season: Season, language: str, paper: str
) -> SeasonBook | None:
    """Return the latest book of a season in a language on a paper size."""
    found = select(SeasonBook).where(
        SeasonBook.season_id == season.id,
        SeasonBook.language == language,
        SeasonBook.paper == paper,
    )
    newest = found.order_by(SeasonBook.id.desc()).limit(1)
    return session.scalar(newest.execution_options(populate_existing=True))


def running_books(session: Session, since: datetime) -> Sequence[SeasonBook]:
    """Return the books in progress or queued whose server reported *since* then."""
    is_running = SeasonBook.phase.in_(RUNNING) & (SeasonBook.seen_at >= since)
    books = select(SeasonBook).where(is_running).order_by(SeasonBook.id)
    return session.scalars(books.execution_options(populate_existing=True)).all()


def volumes_of(session: Session, book: SeasonBook) -> Sequence[tuple[int, int]]:
    """Return number and size of every finished volume."""
    rows = session.execute(
        select(BookVolume.number, BookVolume.size)
        .where(BookVolume.book_id == book.id)
        .order_by(BookVolume.number)
    )
    return [(number, size) for number, size in rows]


def read_volume(session: Session, book: SeasonBook, number: int) -> bytes | None:
    """Return the PDF of a volume."""
    return session.scalar(
        select(BookVolume.pdf).where(
            BookVolume.book_id == book.id, BookVolume.number == number
        )
    )


def delete_books(session: Session, *which: ColumnElement[bool]) -> None:
    """Delete books and their volumes; their makers notice and stop."""
    ids = session.scalars(select(SeasonBook.id).where(*which)).all()
    session.execute(delete(BookVolume).where(BookVolume.book_id.in_(ids)))
    session.execute(delete(SeasonBook).where(SeasonBook.id.in_(ids)))


def delete_oldest_books(session: Session, most_bytes: int) -> None:
    """Delete the oldest finished books until the rest fits into *most_bytes*."""
    sizes = session.execute(
        select(BookVolume.book_id, func.sum(BookVolume.size))
        .join(SeasonBook, SeasonBook.id == BookVolume.book_id)
        .where(SeasonBook.phase == "ready")
        .group_by(BookVolume.book_id)
        .order_by(BookVolume.book_id.desc())
    )
    left, gone = most_bytes, []
    for book_id, size in sizes:
        left -= int(size)
        if left < 0:
            gone.append(book_id)
    delete_books(session, SeasonBook.id.in_(gone))


def note_progress(session: Session, book_id: int, **changes: Any) -> bool:
    """Update the row of a book in progress; return whether it still exists."""
    made = update(SeasonBook).where(SeasonBook.id == book_id).values(**changes)
    found = cast("CursorResult[Any]", session.execute(made))
    return found.rowcount == 1

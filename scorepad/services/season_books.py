"""Season books: contents, progress and volumes, known to all copies of the server."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db import engine, groups, results
from scorepad.db.history import Reader
from scorepad.db.tables import BookVolume, GameRow, Group, Season, SeasonBook
from scorepad.services import permissions, season_stats, seasons
from scorepad.services.jobs import delete_books
from scorepad.services.player_stats import player_overview, records_overview
from scorepad.statistics.season import Book, BookPlayer, honours_of

RUNNING: Final = ("queued", "laying_out")
MOST_BOOKS: Final = 3  # most books at a time: one is made, the others wait
MOST_KEPT: Final = 30  # finished books of all groups; one of 100 games has some 2 MB
LOST_AFTER: Final = timedelta(seconds=30)
"""A book without progress for this long is lost; servers report every few seconds."""


class BooksBusyError(Exception):
    """Too many books are being made, or one of them for the same group."""


class BookCancelledError(Exception):
    """The book was cancelled."""


class BookState(NamedTuple):
    """A season with its latest *book* in a language on a paper size, if there is one.

    *games* is how many games have finished, *volumes* are the finished ones of the
    book, *running* is a book being made for the group.
    """

    group: Group
    season: Season
    language: str
    paper: str
    games: int
    book: SeasonBook | None
    volumes: Sequence[BookVolume]
    running: SeasonBook | None

    @property
    def is_ready(self) -> bool:
        """Return whether the book is finished and shows the group as it is now."""
        book, key = self.book, str(self.group.revision)
        return book is not None and book.phase == "ready" and book.key == key


def book_state(
    by: Reader, gid: UUID, number: int, language: str, paper: str
) -> BookState:
    """Return the current state of the book of a season."""
    session, group = by.session, permissions.group_for(by, gid, permissions.Action.READ)
    season = seasons.season_or_not_there(session, group, number)
    within = results.games_within(results.Selection(group.id, season))
    games = sa.select(sa.func.count(GameRow.id)).where(*within)
    finished = session.scalars(games.where(GameRow.finished_at.is_not(None))).one()
    chosen = {"season_id": season.id, "language": language, "paper": paper}
    books = sa.select(SeasonBook).filter_by(**chosen).order_by(SeasonBook.id.desc())
    book = session.scalar(books.limit(1).execution_options(populate_existing=True))
    volumes = sa.select(BookVolume).filter_by(book_id=book.id if book else 0)
    return BookState(
        group,
        season,
        language,
        paper,
        finished,
        book,
        session.scalars(volumes.order_by(BookVolume.number)).all(),
        next((e for e in _running(session) if e.group_id == group.id), None),
    )


def contents_of(by: Reader, book_id: int) -> tuple[UUID, str, Book]:
    """Return the group, its revision, and the contents of a book, except the sheets.

    Slow for long seasons.
    """
    book = by.session.get(SeasonBook, book_id)
    if book is None:
        raise BookCancelledError
    season = by.session.get_one(Season, book.season_id)
    group = by.session.get_one(Group, book.group_id)
    key = str(group.revision)
    where = by, group.uuid
    overview = season_stats.season_overview(*where, season.number)
    placed = [each for each in overview.standings if each.games]
    careers = [
        player_overview(*where, each.player.id_, season.number, at_most=None)
        for each in placed
    ]
    zeros = {each.person: each.career.zeros.met for each in careers}
    _, games = season_stats.season_games(*where, season.number)
    contents = Book(
        group=group.name,
        season=season.name,
        number=season.number,
        language=book.language,
        paper=book.paper,
        ranked_by=overview.ranked_by,
        least_games=overview.season.least_games,
        race=overview.race,
        records=records_overview(*where, season.number).records,
        honours=honours_of(placed, zeros),
        players=tuple(
            BookPlayer(standing, each.career, each.games)
            for standing, each in zip(placed, careers, strict=True)
        ),
        games=tuple(game for game in games if game.finished),
    )
    return group.uuid, key, contents


def books_of(
    by: Reader, gid: UUID, language: str, paper: str
) -> Iterator[tuple[Season, str]]:
    """Every season, the latest first, and its book: "running", "ready", "old" or ""."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    running = {each.id for each in _running(by.session)}
    chosen = {"group_id": group.id, "language": language, "paper": paper}
    books = sa.select(SeasonBook).filter_by(**chosen).order_by(SeasonBook.id)
    newest = {book.season_id: book for book in by.session.scalars(books)}
    for season in reversed(groups.seasons_of(by.session, group)):
        book = newest.get(season.id)
        if book and book.id in running:
            yield season, "running"
        elif book and book.phase == "ready":
            yield season, "ready" if book.key == str(group.revision) else "old"
        else:
            yield season, ""


def order_book(
    by: Reader, gid: UUID, number: int, language: str, paper: str
) -> int | None:
    """Order a book; return its id, or ``None`` if it was ordered. Delete the oldest."""
    with engine.write_transaction(by.session):
        state = book_state(by, gid, number, language, paper)
        book, running = state.book, state.running
        if state.is_ready or (book and book is running):
            return None
        if running or len(_running(by.session)) >= MOST_BOOKS:
            raise BooksBusyError
        if book:
            delete_books(by.session, SeasonBook.id == book.id)
        ready = sa.select(SeasonBook.id).where(SeasonBook.phase == "ready")
        older = ready.order_by(SeasonBook.id.desc()).offset(MOST_KEPT)
        delete_books(by.session, SeasonBook.id.in_(by.session.scalars(older).all()))
        ordered = SeasonBook(
            season_id=state.season.id,
            group_id=state.group.id,
            language=language,
            paper=paper,
            key=str(state.group.revision),
            seen_at=datetime.now(UTC),
        )
        by.session.add(ordered)
        by.session.flush()
        return ordered.id


def cancel_books(by: Reader, group_id: UUID) -> None:
    """Cancel the running books of a group; their workers are killed."""
    with engine.write_transaction(by.session):
        group = permissions.group_for(by, group_id, permissions.Action.READ)
        is_running = SeasonBook.phase.in_(RUNNING)
        delete_books(by.session, SeasonBook.group_id == group.id, is_running)


def note_book(
    session: Session, book_id: int, *, pdf: bytes | None = None, **changes: object
) -> None:
    """Record *changes* of a book, and the *pdf* of a volume, or BookCancelledError."""
    with engine.write_transaction(session):
        noted = sa.update(SeasonBook).where(SeasonBook.id == book_id)
        noted = noted.values(seen_at=datetime.now(UTC), **changes)
        volume = session.scalar(noted.returning(SeasonBook.volume))
        if volume is None:
            raise BookCancelledError
        if pdf is not None:
            made = BookVolume(book_id=book_id, number=volume, size=len(pdf), pdf=pdf)
            session.add(made)


def _running(session: Session) -> Sequence[SeasonBook]:
    # In progress or queued, and their server reported lately.
    is_alive = SeasonBook.seen_at >= datetime.now(UTC) - LOST_AFTER
    books = sa.select(SeasonBook).where(SeasonBook.phase.in_(RUNNING), is_alive)
    in_order = books.order_by(SeasonBook.id)
    return session.scalars(in_order.execution_options(populate_existing=True)).all()

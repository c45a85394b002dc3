"""Season books: what they are made from, who ordered one, and how far it is.

Orders live in the database, so any copy of the server can answer for a book, whichever
one makes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.season_books import (
    RUNNING,
    count_finished,
    delete_books,
    delete_oldest_books,
    find_book,
    note_progress,
    read_volume,
    running_books,
    volumes_of,
)
from scorepad.db.tables import BookVolume, Group, SeasonBook
from scorepad.services.permissions import Action, group_for
from scorepad.services.player_stats import (
    PlayerOverview,
    Record,
    player_overview,
    records_overview,
)
from scorepad.services.season_games import GameInSeason, season_or_not_there
from scorepad.services.season_stats import (
    SeasonOverview,
    season_games,
    season_overview,
)


@dataclass(frozen=True, slots=True)
class BookSeason:
    """A season to make a book of; *key* changes with whatever the group has finished.

    *games* are how many of its own are finished.
    """

    group: UUID
    group_name: str | None
    number: int
    name: str | None
    key: str
    games: int


@dataclass(frozen=True, slots=True)
class SeasonTold:
    """Everything that a season book tells, but for the sheets of its games.

    *games* are all finished ones in the order of playing, the *players* those who
    have finished one, in the order of the standings.
    """

    overview: SeasonOverview
    games: tuple[GameInSeason, ...]
    records: tuple[Record, ...]
    players: tuple[PlayerOverview, ...]


def book_season(
    session: Session, device_id: int | None, gid: UUID, number: int
) -> BookSeason:
    """A season to make a book of, as it is now."""
    group = group_for(session, device_id, gid, Action.READ)
    season = season_or_not_there(session, group, number)
    return BookSeason(
        group=group.uuid,
        group_name=group.name,
        number=season.number,
        name=season.name,
        key=str(group.revision),
        games=count_finished(session, season),
    )


def season_told(
    session: Session, device_id: int | None, gid: UUID, number: int
) -> SeasonTold:
    """Everything that is told of a season; the more games, the longer it takes."""
    where = session, device_id, gid
    overview = season_overview(*where, number)
    records = records_overview(*where, number).records
    playing = [each.player for each in overview.standings if each.games]
    players = tuple(
        player_overview(*where, player.id_, number, at_most=None) for player in playing
    )
    _, games = season_games(*where, number)
    finished = tuple(game for game in games if game.finished)
    return SeasonTold(overview, finished, records, players)


MOST_BOOKS: Final = 3
"""One is made, the others wait."""
MOST_BYTES: Final = 64 << 20
"""Of all finished books. One of a hundred games has some 2 MB."""
LOST_AFTER: Final = timedelta(seconds=30)
"""A server notes every few seconds which books it makes or will make."""


class BooksBusyError(Exception):
    """Enough books are being made already; *own*: one of them for the same group."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("another book is being made")
        self.own = own


class BookCancelledError(Exception):
    """Nobody wants this book any more."""


@dataclass(frozen=True, slots=True)
class BookAddress:
    """A book of season *number* of a *group*, in a *language*, on a *paper*."""

    group: UUID
    number: int
    language: str
    paper: str


@dataclass(frozen=True, slots=True)
class BookProgress:
    """How far a book is, the finished *sizes* of its volumes, and its state's *key*.

    *is_own* is false where what is told is another book of the same group.
    """

    phase: str
    key: str
    volume: int
    volumes: int
    sizes: tuple[int, ...]
    is_own: bool = True

    @property
    def is_running(self) -> bool:
        """Whether it is being made, or waits for it."""
        return self.phase in RUNNING


def book_progress(
    session: Session, device_id: int | None, address: BookAddress
) -> BookProgress | None:
    """How far a book is, or another one of the group that is being made."""
    group = group_for(session, device_id, address.group, Action.READ)
    book = _find(session, group, address)
    running = _running(session)
    own = next((each for each in running if each.group_id == group.id), None)
    shown = own or book
    if shown is None:
        return None
    is_lost = shown.phase in RUNNING and own is None
    return BookProgress(
        phase="failed" if is_lost else shown.phase,
        key=shown.key,
        volume=shown.volume,
        volumes=shown.volumes,
        sizes=tuple(size for _, size in volumes_of(session, shown)),
        is_own=book is not None and shown.id == book.id,
    )


def order_book(
    session: Session, device_id: int | None, address: BookAddress, key: str
) -> int | None:
    """Order a book of a season in the state *key*, and return its id to make it by.

    ``None`` if it is there or being made already.

    :raises BooksBusyError: too many are, or another one of this group.
    """
    with write_transaction(session):
        group = group_for(session, device_id, address.group, Action.READ)
        season = season_or_not_there(session, group, address.number)
        running = _running(session)
        book = _find(session, group, address)
        is_running = book is not None and any(each.id == book.id for each in running)
        if book and book.key == key and (is_running or book.phase == "ready"):
            return None
        own = any(each.group_id == group.id for each in running)
        if own or len(running) >= MOST_BOOKS:
            raise BooksBusyError(own=own)
        if book is not None:
            delete_books(session, SeasonBook.id == book.id)
        ordered = SeasonBook(
            season_id=season.id,
            group_id=group.id,
            language=address.language,
            paper=address.paper,
            key=key,
            seen_at=_now(),
        )
        session.add(ordered)
        session.flush()
        book_id = ordered.id
        session.commit()
    return book_id


def cancel_books(session: Session, device_id: int | None, group_id: UUID) -> None:
    """Cancel whatever book is being made for a group; its worker is killed."""
    with write_transaction(session):
        group = group_for(session, device_id, group_id, Action.READ)
        is_running = SeasonBook.phase.in_(RUNNING)
        delete_books(session, SeasonBook.group_id == group.id, is_running)
        session.commit()


def volume_pdf(
    session: Session, device_id: int | None, address: BookAddress, key: str, number: int
) -> bytes | None:
    """The PDF of a volume, if the book is ready and tells the present state *key*."""
    group = group_for(session, device_id, address.group, Action.READ)
    book = _find(session, group, address)
    if book is None or (book.phase, book.key) != ("ready", key):
        return None
    return read_volume(session, book, number)


def note_book(session: Session, book_id: int, **changes: object) -> None:
    """Note how far a book is, and that it is not lost.

    :raises BookCancelledError: nobody wants the book any more.
    """
    with write_transaction(session):
        is_wanted = note_progress(session, book_id, seen_at=_now(), **changes)
        session.commit()
    if not is_wanted:
        raise BookCancelledError


def add_volume(session: Session, book_id: int, number: int, pdf: bytes) -> None:
    """Keep a finished volume; the book is ready with the last one.

    :raises BookCancelledError: nobody wants the book any more.
    """
    with write_transaction(session):
        if not note_progress(session, book_id, seen_at=_now()):
            raise BookCancelledError
        volume = BookVolume(book_id=book_id, number=number, size=len(pdf), pdf=pdf)
        session.add(volume)
        session.commit()


def finish_book(session: Session, book_id: int) -> None:
    """Let a book be found, and make room for it."""
    with write_transaction(session):
        note_progress(session, book_id, phase="ready", seen_at=_now())
        delete_oldest_books(session, MOST_BYTES)
        session.commit()


def _find(session: Session, group: Group, address: BookAddress) -> SeasonBook | None:
    season = season_or_not_there(session, group, address.number)
    return find_book(session, season, address.language, address.paper)


def _now() -> datetime:
    return datetime.now(UTC)


def _running(session: Session) -> Sequence[SeasonBook]:
    return running_books(session, _now() - LOST_AFTER)

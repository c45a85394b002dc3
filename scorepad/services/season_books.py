"""Season books: contents, progress and volumes, known to all copies of the server."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.groups import seasons_of
from scorepad.db.history import Reader
from scorepad.db.results import EVERY_GAME, games_within
from scorepad.db.tables import BookVolume, GameRow, Group, Season, SeasonBook
from scorepad.services.jobs import delete_books
from scorepad.services.permissions import Action, group_for
from scorepad.services.player_stats import player_overview, records_overview
from scorepad.services.season_stats import season_games, season_overview
from scorepad.services.seasons import season_or_not_there
from scorepad.statistics.season import Book, BookPlayer, honours_of


class BookSeason(NamedTuple):
    """A season to print; *key* is the group's revision, *games* its finished games."""

    group: UUID
    group_name: str | None
    number: int
    name: str | None
    key: str
    games: int


def book_season(by: Reader, gid: UUID, number: int) -> BookSeason:
    """Return a season in its current state."""
    group = group_for(by, gid, Action.READ)
    season = season_or_not_there(by.session, group, number)
    within = games_within(group.id, season, EVERY_GAME)
    games = select(func.count(GameRow.id)).where(*within)
    finished = by.session.scalars(games.where(GameRow.finished_at.is_not(None))).one()
    about = group.uuid, group.name, season.number, season.name
    return BookSeason(*about, key=str(group.revision), games=finished)


RUNNING: Final = ("queued", "laying_out")
MOST_BOOKS: Final = 3  # most books at a time: one is made, the others wait
MOST_KEPT: Final = 30  # finished books of all groups; one of 100 games has some 2 MB
LOST_AFTER: Final = timedelta(seconds=30)
"""A book without progress for this long is lost; servers report every few seconds."""


class BooksBusyError(Exception):
    """Too many books are being made; *own*: one of them for the same group."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("another book is being made")
        self.own = own


class BookCancelledError(Exception):
    """The book was cancelled."""


class BookAddress(NamedTuple):
    """The book of season *number* of a *group* in a *language* on a *paper* size."""

    group: UUID
    number: int
    language: str
    paper: str


def book_of(by: Reader, address: BookAddress) -> Book:
    """Return the contents of a book, except the sheets; slow for long seasons."""
    where = by, address.group
    overview = season_overview(*where, address.number)
    season = overview.season
    placed = [each for each in overview.standings if each.games]
    careers = [
        player_overview(*where, each.player.id_, address.number, at_most=None)
        for each in placed
    ]
    zeros = {each.person: each.career.zeros.met for each in careers}
    _, games = season_games(*where, address.number)
    return Book(
        group=overview.group_name,
        season=season.name,
        number=season.number,
        language=address.language,
        paper=address.paper,
        ranked_by=overview.ranked_by,
        least_games=season.least_games,
        race=overview.race,
        records=records_overview(*where, address.number).records,
        honours=honours_of(placed, zeros),
        players=tuple(
            BookPlayer(standing, each.career, each.games)
            for standing, each in zip(placed, careers, strict=True)
        ),
        games=tuple(game for game in games if game.finished),
    )


class BookProgress(NamedTuple):
    """The progress of a book, or of another one of its group if not *is_own*."""

    phase: str
    key: str
    volume: int
    volumes: int
    sizes: tuple[int, ...]
    is_own: bool = True

    @property
    def is_running(self) -> bool:
        """Whether it is being made or waits for that."""
        return self.phase in RUNNING


def book_progress(by: Reader, address: BookAddress) -> BookProgress | None:
    """Return the progress of a book, or of another one running for the group."""
    group = group_for(by, address.group, Action.READ)
    book = _find(by.session, group, address)
    of_group = (e for e in _running(by.session) if e.group_id == group.id)
    if (shown := (own := next(of_group, None)) or book) is None:
        return None
    is_lost = shown.phase in RUNNING and own is None
    sizes = select(BookVolume.size).where(BookVolume.book_id == shown.id)
    return BookProgress(
        phase="failed" if is_lost else shown.phase,
        key=shown.key,
        volume=shown.volume,
        volumes=shown.volumes,
        sizes=tuple(by.session.scalars(sizes.order_by(BookVolume.number))),
        is_own=book is not None and shown.id == book.id,
    )


def books_of(
    by: Reader, gid: UUID, language: str, paper: str
) -> Iterator[tuple[Season, str]]:
    """Every season, the latest first, and its book: "running", "ready", "old" or ""."""
    group = group_for(by, gid, Action.READ)
    running = {each.id for each in _running(by.session)}
    for season in reversed(seasons_of(by.session, group)):
        address = BookAddress(gid, season.number, language, paper)
        book = _find(by.session, group, address)
        if book and book.id in running:
            yield season, "running"
        elif book and book.phase == "ready":
            yield season, "ready" if book.key == str(group.revision) else "old"
        else:
            yield season, ""


def order_book(by: Reader, address: BookAddress, key: str) -> int | None:
    """Order a book in the state *key*; return its id, or ``None`` if it was ordered."""
    with write_transaction(by.session):
        group = group_for(by, address.group, Action.READ)
        season = season_or_not_there(by.session, group, address.number)
        running = _running(by.session)
        book = _find(by.session, group, address)
        if book and book.key == key and (book in running or book.phase == "ready"):
            return None
        own = any(each.group_id == group.id for each in running)
        if own or len(running) >= MOST_BOOKS:
            raise BooksBusyError(own=own)
        if book is not None:
            delete_books(by.session, SeasonBook.id == book.id)
        ordered = SeasonBook(
            season_id=season.id,
            group_id=group.id,
            language=address.language,
            paper=address.paper,
            key=key,
            seen_at=datetime.now(UTC),
        )
        by.session.add(ordered)
        by.session.flush()
        return ordered.id


def cancel_books(by: Reader, group_id: UUID) -> None:
    """Cancel the running books of a group; their workers are killed."""
    with write_transaction(by.session):
        group = group_for(by, group_id, Action.READ)
        is_running = SeasonBook.phase.in_(RUNNING)
        delete_books(by.session, SeasonBook.group_id == group.id, is_running)


def volume_pdf(by: Reader, address: BookAddress, key: str, number: int) -> bytes | None:
    """Return the PDF of a volume if the book is ready and up to date with *key*."""
    group = group_for(by, address.group, Action.READ)
    book = _find(by.session, group, address)
    if book is None or (book.phase, book.key) != ("ready", key):
        return None
    volume = select(BookVolume.pdf).filter_by(book_id=book.id, number=number)
    return by.session.scalar(volume)


def note_book(session: Session, book_id: int, **changes: object) -> None:
    """Record the progress of a book, or raise BookCancelledError."""
    with write_transaction(session):
        _note(session, book_id, **changes)


def add_volume(session: Session, book_id: int, number: int, pdf: bytes) -> None:
    """Store a finished volume, or raise BookCancelledError."""
    with write_transaction(session):
        _note(session, book_id)
        session.add(BookVolume(book_id=book_id, number=number, size=len(pdf), pdf=pdf))


def finish_book(session: Session, book_id: int) -> None:
    """Mark a book as ready, or raise BookCancelledError; delete the oldest ones."""
    with write_transaction(session):
        _note(session, book_id, phase="ready")
        ready = select(SeasonBook.id).where(SeasonBook.phase == "ready")
        older = ready.order_by(SeasonBook.id.desc()).offset(MOST_KEPT)
        delete_books(session, SeasonBook.id.in_(session.scalars(older).all()))


def _note(session: Session, book_id: int, **changes: object) -> None:
    noted = update(SeasonBook).where(SeasonBook.id == book_id)
    noted = noted.values(seen_at=datetime.now(UTC), **changes)
    if session.scalar(noted.returning(SeasonBook.id)) is None:
        raise BookCancelledError


def _find(session: Session, group: Group, of: BookAddress) -> SeasonBook | None:
    # The newest one.
    found = select(SeasonBook).filter_by(language=of.language, paper=of.paper)
    of_season = found.join(Season, Season.id == SeasonBook.season_id)
    wanted = of_season.where(Season.group_id == group.id, Season.number == of.number)
    newest = wanted.order_by(SeasonBook.id.desc()).limit(1)
    return session.scalar(newest.execution_options(populate_existing=True))


def _running(session: Session) -> Sequence[SeasonBook]:
    # In progress or queued, and their server reported lately.
    is_alive = SeasonBook.seen_at >= datetime.now(UTC) - LOST_AFTER
    books = select(SeasonBook).where(SeasonBook.phase.in_(RUNNING), is_alive)
    in_order = books.order_by(SeasonBook.id)
    return session.scalars(in_order.execution_options(populate_existing=True)).all()

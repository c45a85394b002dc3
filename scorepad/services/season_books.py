"""Season books: contents, progress and volumes, known to all copies of the server."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.groups import seasons_of
from scorepad.db.history import Reader
from scorepad.db.results import EVERY_GAME, games_within
from scorepad.db.tables import BookVolume, GameRow, Season, SeasonBook
from scorepad.services.jobs import delete_books
from scorepad.services.permissions import Action, group_for
from scorepad.services.player_stats import player_overview, records_overview
from scorepad.services.season_stats import season_games, season_overview
from scorepad.services.seasons import season_or_not_there
from scorepad.statistics.season import Book, BookPlayer, honours_of

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


class WantedBook(NamedTuple):
    """The book of a season in a *language* on a *paper* size, as it would be now.

    *key* is the group's revision, *games* the number of its finished games.
    """

    group: UUID
    number: int
    language: str
    paper: str
    key: str
    games: int
    group_id: int
    season_id: int
    group_name: str | None
    name: str | None

    @property
    def row(self) -> dict[str, Any]:
        """Return the columns by which its row is found."""
        chosen = {"language": self.language, "paper": self.paper}
        return {"season_id": self.season_id, "group_id": self.group_id, **chosen}


def wanted_book(
    by: Reader, gid: UUID, number: int, language: str, paper: str
) -> WantedBook:
    """Return the book of a season in its current state."""
    group = group_for(by, gid, Action.READ)
    season = season_or_not_there(by.session, group, number)
    within = games_within(group.id, season, EVERY_GAME)
    games = select(func.count(GameRow.id)).where(*within)
    finished = by.session.scalars(games.where(GameRow.finished_at.is_not(None))).one()
    key, names = str(group.revision), (group.name, season.name)
    ids = group.id, season.id
    return WantedBook(gid, number, language, paper, key, finished, *ids, *names)


def contents_of(by: Reader, wanted: WantedBook) -> Book:
    """Return the contents of a book, except the sheets; slow for long seasons."""
    where = by, wanted.group
    overview = season_overview(*where, wanted.number)
    placed = [each for each in overview.standings if each.games]
    careers = [
        player_overview(*where, each.player.id_, wanted.number, at_most=None)
        for each in placed
    ]
    zeros = {each.person: each.career.zeros.met for each in careers}
    _, games = season_games(*where, wanted.number)
    return Book(
        group=wanted.group_name,
        season=wanted.name,
        number=wanted.number,
        language=wanted.language,
        paper=wanted.paper,
        ranked_by=overview.ranked_by,
        least_games=overview.season.least_games,
        race=overview.race,
        records=records_overview(*where, wanted.number).records,
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
    sizes: Sequence[int]
    is_own: bool

    @property
    def is_running(self) -> bool:
        """Whether it is being made or waits for that."""
        return self.phase in RUNNING


def book_progress(by: Reader, wanted: WantedBook) -> BookProgress | None:
    """Return the progress of a book, or of another one running for the group."""
    book = _find(by.session, wanted)
    running = (e for e in _running(by.session) if e.group_id == wanted.group_id)
    if (shown := (alive := next(running, None)) or book) is None:
        return None
    is_lost = shown.phase in RUNNING and alive is None
    sizes = select(BookVolume.size).where(BookVolume.book_id == shown.id)
    return BookProgress(
        phase="failed" if is_lost else shown.phase,
        key=shown.key,
        volume=shown.volume,
        volumes=shown.volumes,
        sizes=by.session.scalars(sizes.order_by(BookVolume.number)).all(),
        is_own=book is not None and shown.id == book.id,
    )


def books_of(
    by: Reader, gid: UUID, language: str, paper: str
) -> Iterator[tuple[Season, str]]:
    """Every season, the latest first, and its book: "running", "ready", "old" or ""."""
    group = group_for(by, gid, Action.READ)
    running = {each.id for each in _running(by.session)}
    chosen = {"group_id": group.id, "language": language, "paper": paper}
    books = select(SeasonBook).filter_by(**chosen).order_by(SeasonBook.id)
    newest = {book.season_id: book for book in by.session.scalars(books)}
    for season in reversed(seasons_of(by.session, group)):
        book = newest.get(season.id)
        if book and book.id in running:
            yield season, "running"
        elif book and book.phase == "ready":
            yield season, "ready" if book.key == str(group.revision) else "old"
        else:
            yield season, ""


def order_book(by: Reader, wanted: WantedBook) -> int | None:
    """Order a book; return its id, or ``None`` if it was ordered. Delete the oldest."""
    with write_transaction(by.session):
        group_for(by, wanted.group, Action.READ)
        running = _running(by.session)
        book = _find(by.session, wanted)
        is_made = book and (book in running or book.phase == "ready")
        if book and book.key == wanted.key and is_made:
            return None
        own = any(each.group_id == wanted.group_id for each in running)
        if own or len(running) >= MOST_BOOKS:
            raise BooksBusyError(own=own)
        if book is not None:
            delete_books(by.session, SeasonBook.id == book.id)
        ready = select(SeasonBook.id).where(SeasonBook.phase == "ready")
        older = ready.order_by(SeasonBook.id.desc()).offset(MOST_KEPT)
        delete_books(by.session, SeasonBook.id.in_(by.session.scalars(older).all()))
        now = datetime.now(UTC)
        ordered = SeasonBook(**wanted.row, key=wanted.key, seen_at=now)
        by.session.add(ordered)
        by.session.flush()
        return ordered.id


def cancel_books(by: Reader, group_id: UUID) -> None:
    """Cancel the running books of a group; their workers are killed."""
    with write_transaction(by.session):
        group = group_for(by, group_id, Action.READ)
        is_running = SeasonBook.phase.in_(RUNNING)
        delete_books(by.session, SeasonBook.group_id == group.id, is_running)


def volume_pdf(by: Reader, wanted: WantedBook, number: int) -> bytes | None:
    """Return the PDF of a volume if the book is ready and up to date."""
    book = _find(by.session, wanted)
    if book is None or (book.phase, book.key) != ("ready", wanted.key):
        return None
    volume = select(BookVolume.pdf).filter_by(book_id=book.id, number=number)
    return by.session.scalar(volume)


def note_book(
    session: Session, book_id: int, *, pdf: bytes | None = None, **changes: object
) -> None:
    """Record *changes* of a book, and the *pdf* of a volume, or BookCancelledError."""
    with write_transaction(session):
        noted = update(SeasonBook).where(SeasonBook.id == book_id)
        noted = noted.values(seen_at=datetime.now(UTC), **changes)
        volume = session.scalar(noted.returning(SeasonBook.volume))
        if volume is None:
            raise BookCancelledError
        if pdf is not None:
            made = BookVolume(book_id=book_id, number=volume, size=len(pdf), pdf=pdf)
            session.add(made)


def _find(session: Session, wanted: WantedBook) -> SeasonBook | None:
    found = select(SeasonBook).filter_by(**wanted.row)
    newest = found.order_by(SeasonBook.id.desc()).limit(1)
    return session.scalar(newest.execution_options(populate_existing=True))


def _running(session: Session) -> Sequence[SeasonBook]:
    # In progress or queued, and their server reported lately.
    is_alive = SeasonBook.seen_at >= datetime.now(UTC) - LOST_AFTER
    books = select(SeasonBook).where(SeasonBook.phase.in_(RUNNING), is_alive)
    in_order = books.order_by(SeasonBook.id)
    return session.scalars(in_order.execution_options(populate_existing=True)).all()

"""The contents of a book: rows of known height, so that pages are counted early."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from scorepad.sheets.book.book import Book, BookGame
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import PAPERS
from scorepad.words.dates import format_date, format_month
from scorepad.words.figures import figure
from scorepad.words.translations import msgid, translations

STANDINGS, RECORDS, CONTENTS, TITLE = "standings", "records", "contents", "title"
STANDINGS_NAME = msgid("The standings")
RECORDS_NAME = msgid("Records and honours")
PLAYERS_NAME = msgid("Players")
GAMES_NAME = msgid("Games")
NOT_COUNTED = msgid("does not count")

SIDE = 18.0
"""Millimetres between the edge of the paper and what is written."""
_OTHER_COLUMNS = 66.0
_NAME_SIZES = {9.0: 1, 8.2: 1, 7.4: 1, 6.6: 1, 5.8: 2}
_ABOVE_AND_BELOW = 51.0
_MOST_WINNERS = 2


class Kind(StrEnum):
    """What a row of the contents is."""

    PART = "part"
    MONTH = "month"
    ENTRY = "entry"


HEIGHTS = {Kind.PART: 11.0, Kind.MONTH: 8.0, Kind.ENTRY: 5.4}
"""Millimetres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row; without a *target* it leads nowhere."""

    kind: Kind
    text: str
    target: str | None = None
    day: str = ""
    figure: str = ""
    size: float = 9.0
    note: str = ""

    @property
    def height(self) -> float:
        """Millimetres."""
        return HEIGHTS[self.kind]


def contents_pages(book: Book) -> tuple[tuple[Row, ...], ...]:
    """The rows of every page of the contents; a heading never stands last on one."""
    room = PAPERS[book.paper].height - _ABOVE_AND_BELOW
    pages: list[tuple[Row, ...]] = []
    page: list[Row] = []
    for row, following in _with_next(tuple(_rows(book))):
        needed = row.height
        if following is not None and row.kind is not Kind.ENTRY:
            needed += following.height
        if page and sum(each.height for each in page) + needed > room:
            pages.append(tuple(page))
            page = []
        page.append(row)
    return (*pages, tuple(page))


def months_of(book: Book) -> Mapping[str, Sequence[BookGame]]:
    """The games by month, as readers say it."""
    tag = book.language
    return {
        month: tuple(games)
        for month, games in groupby(
            book.games, key=lambda game: format_month(game.played_on, tag)
        )
    }


def _with_next(rows: Sequence[Row]) -> Iterator[tuple[Row, Row | None]]:
    return zip(rows, (*rows[1:], None), strict=True)


def _rows(book: Book) -> Iterator[Row]:
    def part(name: str, target: str | None = None) -> Row:
        said = translations(book.language).gettext(name)
        return Row(kind=Kind.PART, text=said, target=target)

    yield part(STANDINGS_NAME, STANDINGS)
    yield part(RECORDS_NAME, RECORDS)
    yield part(PLAYERS_NAME)
    for player in book.players:
        yield Row(
            kind=Kind.ENTRY,
            text=player.name,
            target=player.part,
            size=_size(player.name, book),
        )
    yield part(GAMES_NAME)
    for month, games in months_of(book).items():
        yield Row(kind=Kind.MONTH, text=month)
        for game in games:
            yield _game(game, book)


def _game(game: BookGame, book: Book) -> Row:
    names = winners_of(game)
    note = "" if game.counts else translations(book.language).gettext(NOT_COUNTED)
    return Row(
        kind=Kind.ENTRY,
        text=names,
        target=game.part,
        day=format_date(game.played_on, book.language, short=True),
        figure="" if game.best is None else figure(game.best),
        size=_size(f"{names} {note}", book),
        note=note,
    )


def winners_of(game: BookGame) -> str:
    """Who won, in one line.

    Where many share the win the first two stand for them; without a result it is
    everybody who played.
    """
    names = game.winners or tuple(seat.name for seat in game.seats)
    more = len(names) - _MOST_WINNERS
    told = " · ".join(names[:_MOST_WINNERS])
    return f"{told} +{more}" if more > 0 else told


def _size(text: str, book: Book) -> float:
    width = PAPERS[book.paper].width - 2 * SIDE - _OTHER_COLUMNS
    return size_for(text, width_mm=width, sizes=_NAME_SIZES)

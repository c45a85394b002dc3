"""The contents of a volume, and its bookmarks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorepad.sheets.book.book import Book, BookGame, Volume
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import PAPERS
from scorepad.words.figures import figure, format_date, format_month
from scorepad.words.translations import msgid, translations

CONTENTS, STANDINGS, RECORDS = "contents", "standings", "records"
CONTENTS_NAME = msgid("Contents")
STANDINGS_NAME = msgid("The standings")
RECORDS_NAME = msgid("Records and honours")
PLAYERS_NAME = msgid("Players")
GAMES_NAME = msgid("Games")
NOT_COUNTED = msgid("does not count")

SIDE = 18.0
"""Millimetres between the edge of the paper and what is written."""
_OTHER_COLUMNS = 66.0
_NAME_SIZES = {9.0: 1, 8.2: 1, 7.4: 1, 6.6: 1, 5.8: 2}
_MOST_WINNERS = 2


class Kind(StrEnum):
    """What a row of the contents is."""

    PART = "part"
    MONTH = "month"
    ENTRY = "entry"


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


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline that viewers show beside the pages."""

    level: int
    title: str


def rows_of(volume: Volume) -> Iterator[Row]:
    """Everything in a volume, in order."""
    book = volume.book
    if volume.is_first:
        yield _part(book, STANDINGS_NAME, STANDINGS)
        yield _part(book, RECORDS_NAME, RECORDS)
    if volume.players:
        yield _part(book, PLAYERS_NAME)
    for player in volume.players:
        size = _size(player.name, book)
        yield Row(kind=Kind.ENTRY, text=player.name, target=player.part, size=size)
    if volume.games:
        yield _part(book, GAMES_NAME)
    month = ""
    for game in volume.games:
        if month != (month := month_of(game, book)):
            yield Row(kind=Kind.MONTH, text=month)
        names = winners_of(game)
        note = "" if game.counts else translations(book.language).gettext(NOT_COUNTED)
        yield Row(
            kind=Kind.ENTRY,
            text=names,
            target=game.part,
            day=format_date(game.played_on, book.language, short=True),
            figure="" if game.best is None else figure(game.best),
            size=_size(f"{names} {note}", book),
            note=note,
        )


def bookmarks_of(volume: Volume) -> Mapping[str, tuple[Bookmark, ...]]:
    """The bookmarks that lead to each part of a volume."""
    book = volume.book
    say = translations(book.language).gettext
    found: dict[str, tuple[Bookmark, ...]] = {
        CONTENTS: (Bookmark(1, say(CONTENTS_NAME)),),
        STANDINGS: (Bookmark(1, say(STANDINGS_NAME)),),
        RECORDS: (Bookmark(1, say(RECORDS_NAME)),),
    }
    heading: tuple[Bookmark, ...] = (Bookmark(1, say(PLAYERS_NAME)),)
    for player in volume.players:
        found[player.part] = (*heading, Bookmark(2, player.name))
        heading = ()
    above: tuple[Bookmark, ...] = (Bookmark(1, say(GAMES_NAME)),)
    month = ""
    for game in volume.games:
        if month != (month := month_of(game, book)):
            above = (*above, Bookmark(2, month))
        day = format_date(game.played_on, book.language, short=True)
        found[game.part] = (*above, Bookmark(3, f"{day} · {winners_of(game)}"))
        above = ()
    return found


def month_of(game: BookGame, book: Book) -> str:
    """The month of a game, as readers say it."""
    return format_month(game.played_on, book.language)


def winners_of(game: BookGame) -> str:
    """Who won, in one line.

    Where many share the win the first two stand for them; without a result it is
    everybody who played.
    """
    names = game.winners or tuple(seat.name for seat in game.seats)
    more = len(names) - _MOST_WINNERS
    told = " · ".join(names[:_MOST_WINNERS])
    return f"{told} +{more}" if more > 0 else told


def _part(book: Book, name: str, target: str | None = None) -> Row:
    said = translations(book.language).gettext(name)
    return Row(kind=Kind.PART, text=said, target=target)


def _size(text: str, book: Book) -> float:
    width = PAPERS[book.paper].width - 2 * SIDE - _OTHER_COLUMNS
    return size_for(text, width_mm=width, sizes=_NAME_SIZES)

"""Contents of a season book: volumes, table of contents and bookmarks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from scorepad.i18n.languages import (
    figure,
    format_date,
    format_month,
    msgid,
    translations,
)
from scorepad.pdf.paper import PAPERS, Paper
from scorepad.pdf.text_metrics import size_for
from scorepad.statistics.career import Career
from scorepad.statistics.season import Honoured, RankedBy, Standing


class SeatOfGame(NamedTuple):
    """A player's seat in a game, with total and win."""

    name: str
    total: int | None
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookGame:
    """A finished game of so many *rounds*; *part* is the id of its sheet."""

    part: str
    played_on: date
    seats: tuple[SeatOfGame, ...]
    counts: bool = True
    rounds: int = 0

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners; empty without a result."""
        return tuple(seat.name for seat in self.seats if seat.won)

    @property
    def best(self) -> int | None:
        """Return the total of the winners."""
        return next((seat.total for seat in self.seats if seat.won), None)


class ResultOfPlayer(NamedTuple):
    """A player's result of a game; *part* is the id of its sheet."""

    played_on: date
    total: int
    rank: int
    seats: int
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlayer:
    """A player of the season; *results* are in order of play."""

    part: str
    name: str
    standing: Standing[Any]
    career: Career[Any]
    results: tuple[ResultOfPlayer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRecord:
    """A record: its kind, value and players, and the *part* that shows it."""

    kind: str
    value: int
    names: tuple[str, ...]
    played_on: date
    round_: int | None
    part: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A season book in one *language*, on one *paper* size.

    *race* has one row of average totals of the *racers* for each of *race_numbers*,
    where 1 is after the first game. Games are in order of play, players in that of the
    standings.
    """

    group: str | None
    season: str | None
    number: int
    language: str
    paper: Paper
    ranked_by: RankedBy
    least_games: int
    racers: tuple[str, ...]
    race: tuple[tuple[int | None, ...], ...]
    race_numbers: tuple[int, ...]
    records: tuple[BookRecord, ...]
    honours: tuple[Honoured[Any], ...]
    players: tuple[BookPlayer, ...]
    games: tuple[BookGame, ...]

    @property
    def days(self) -> tuple[date, date] | None:
        """Return the dates of the first and last game."""
        if not self.games:
            return None
        return self.games[0].played_on, self.games[-1].played_on


def share_of(figure: Fraction) -> int:
    """Return a share in whole per cent, for drawing.

    >>> share_of(Fraction(2, 3))
    67
    """
    return round(100 * figure)


MOST_GAMES = 60
MOST_ELEMENTS = 12_000
"""WeasyPrint needs 24 kB per HTML element, and 90 MB in total besides."""
_PLAYER, _SHEET, _CELL = 420, 80, 3.3
"""Elements of a player's page, of a sheet without its grid, and of a grid cell."""


@dataclass(frozen=True, slots=True)
class Volume:
    """PDF *number* of *count* of a book: some of its *players* and *games*.

    The first also contains the standings and the records.
    """

    book: Book
    number: int
    count: int
    players: tuple[BookPlayer, ...]
    games: tuple[BookGame, ...]

    @property
    def is_first(self) -> bool:
        """Return whether it contains standings and records."""
        return self.number == 1

    @property
    def parts(self) -> frozenset[str]:
        """Return the ids of players' pages and sheets that links may target."""
        players = {player.part for player in self.players}
        return frozenset(players | {game.part for game in self.games})


def volumes_of(book: Book) -> tuple[Volume, ...]:
    """Return the volumes of a book, all of similar size."""
    sizes = {player.part: float(_PLAYER) for player in book.players}
    for game in book.games:
        size = _SHEET + _CELL * game.rounds * len(game.seats)
        sizes[game.part] = max(size, MOST_ELEMENTS / MOST_GAMES)
    total = sum(sizes.values())
    count = max(1, ceil(total / MOST_ELEMENTS))
    number_of: dict[str, int] = {}
    before = 0.0
    for part, size in sizes.items():
        number_of[part] = int(count * (before + size / 2) / total)
        before += size
    return tuple(
        Volume(
            book,
            number + 1,
            count,
            tuple(each for each in book.players if number_of[each.part] == number),
            tuple(each for each in book.games if number_of[each.part] == number),
        )
        for number in range(count)
    )


CONTENTS, STANDINGS, RECORDS = "contents", "standings", "records"
CONTENTS_NAME = msgid("Contents")
STANDINGS_NAME = msgid("The standings")
RECORDS_NAME = msgid("Records and honours")
PLAYERS_NAME = msgid("Players")
GAMES_NAME = msgid("Games")
NOT_COUNTED = msgid("does not count")

SIDE = 18.0
"""Margin of the page in millimetres."""
_OTHER_COLUMNS = 66.0
_NAME_SIZES = {9.0: 1, 8.2: 1, 7.4: 1, 6.6: 1, 5.8: 2}
_MOST_WINNERS = 2


class ContentsRow(NamedTuple):
    """A row of the contents: a ``part``, a ``month`` or an ``entry``.

    It is a link if it has a *target*.
    """

    kind: str
    text: str
    target: str | None = None
    day: str = ""
    figure: str = ""
    size: float = 9.0
    note: str = ""


Bookmark = tuple[int, str]
"""Level and title in the outline of a PDF."""


def rows_of(volume: Volume) -> Iterator[ContentsRow]:
    """Yield the contents of a volume in order."""
    book = volume.book
    say = translations(book.language).gettext
    if volume.is_first:
        yield ContentsRow("part", say(STANDINGS_NAME), STANDINGS)
        yield ContentsRow("part", say(RECORDS_NAME), RECORDS)
    if volume.players:
        yield ContentsRow("part", say(PLAYERS_NAME))
    for player in volume.players:
        size = _size(player.name, book)
        yield ContentsRow("entry", player.name, player.part, size=size)
    if volume.games:
        yield ContentsRow("part", say(GAMES_NAME))
    month = ""
    for game in volume.games:
        if month != (month := format_month(game.played_on, book.language)):
            yield ContentsRow("month", month)
        names, note = winners_of(game), "" if game.counts else say(NOT_COUNTED)
        yield ContentsRow(
            "entry",
            names,
            game.part,
            format_date(game.played_on, book.language, short=True),
            "" if game.best is None else figure(game.best),
            _size(f"{names} {note}", book),
            note,
        )


def bookmarks_of(volume: Volume) -> Mapping[str, tuple[Bookmark, ...]]:
    """Return the bookmarks of each part of a volume."""
    tag = volume.book.language
    say = translations(tag).gettext
    found: dict[str, tuple[Bookmark, ...]] = {
        CONTENTS: ((1, say(CONTENTS_NAME)),),
        STANDINGS: ((1, say(STANDINGS_NAME)),),
        RECORDS: ((1, say(RECORDS_NAME)),),
    }
    above: tuple[Bookmark, ...] = ((1, say(PLAYERS_NAME)),)
    for player in volume.players:
        found[player.part] = (*above, (2, player.name))
        above = ()
    above, month = ((1, say(GAMES_NAME)),), ""
    for game in volume.games:
        if month != (month := format_month(game.played_on, tag)):
            above = (*above, (2, month))
        day = format_date(game.played_on, tag, short=True)
        found[game.part] = (*above, (3, f"{day} · {winners_of(game)}"))
        above = ()
    return found


def winners_of(game: BookGame) -> str:
    """Return the winners in one line.

    Of many winners the first two are named; without a result, all players are.
    """
    names = game.winners or tuple(seat.name for seat in game.seats)
    more = len(names) - _MOST_WINNERS
    named = " · ".join(names[:_MOST_WINNERS])
    return f"{named} +{more}" if more > 0 else named


def _size(text: str, book: Book) -> float:
    width = PAPERS[book.paper].width - 2 * SIDE - _OTHER_COLUMNS
    return size_for(text, width_mm=width, sizes=_NAME_SIZES)

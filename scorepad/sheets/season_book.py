"""Season books: their volumes, contents and bookmarks, and their pages as HTML."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from markupsafe import Markup

from scorepad.pdf import worker
from scorepad.pdf.jobs import PrintJob
from scorepad.sheets.completed_page import Copy, drawings_of, values_of
from scorepad.sheets.html import render
from scorepad.sheets.lettering import lines_in, mm_of, size_for
from scorepad.sheets.paper import PAPERS, Paper
from scorepad.stats.career import Career
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.stats.predictions import (
    Counts,
    Place,
    by_bid,
    by_cards,
    interval_for,
    is_enough,
)
from scorepad.stats.season import Honoured, RankedBy, Standing
from scorepad.words.figures import (
    figure,
    format_date,
    format_month,
    format_number,
    format_percent,
)
from scorepad.words.languages import msgid, translations
from scorepad.words.records import record_feat, record_name


class SeatOfGame(NamedTuple):
    """Who sat there, the total they ended with, and whether they won."""

    name: str
    total: int | None
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookGame:
    """A finished game of so many *rounds*; its sheet is the *part* of that name."""

    part: str
    played_on: date
    seats: tuple[SeatOfGame, ...]
    counts: bool = True
    rounds: int = 0

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won it; nobody where it has no result."""
        return tuple(seat.name for seat in self.seats if seat.won)

    @property
    def best(self) -> int | None:
        """The total that won."""
        return next((seat.total for seat in self.seats if seat.won), None)


class ResultOfPlayer(NamedTuple):
    """What a player had from a game; its sheet is the *part* of that name."""

    played_on: date
    total: int
    rank: int
    seats: int
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlayer:
    """A player of the season: *results* in the order of playing."""

    part: str
    name: str
    standing: Standing[Any]
    career: Career[Any]
    results: tuple[ResultOfPlayer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRecord:
    """A record: what it is called, what was done, who did it, and where it stands."""

    kind: str
    value: int
    names: tuple[str, ...]
    played_on: date
    round_: int | None
    part: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A season book in one *language*, on one *paper*.

    *race* has a row of average totals for each of the *racers*, one for each of the
    *race_numbers*, where 1 is after the first game. Games are in the order of playing,
    players in that of the standings.
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
        """The days of its first and its last game."""
        if not self.games:
            return None
        return self.games[0].played_on, self.games[-1].played_on


def share_of(figure: Fraction) -> int:
    """A share in whole hundredths, to be drawn.

    >>> share_of(Fraction(2, 3))
    67
    """
    return round(100 * figure)


MOST_GAMES = 60
MOST_ELEMENTS = 12_000
"""WeasyPrint needs 24 kB for an element of HTML, and 90 MB for itself."""
_PLAYER, _SHEET, _CELL = 420, 80, 3.3
"""Elements of a player's page, of a sheet without its grid, and of a cell of it."""


@dataclass(frozen=True, slots=True)
class Volume:
    """PDF *number* of *count* that make a book: some of its *players* and *games*.

    The first one also has the standings and the records.
    """

    book: Book
    number: int
    count: int
    players: tuple[BookPlayer, ...]
    games: tuple[BookGame, ...]

    @property
    def is_first(self) -> bool:
        """Whether standings and records are in it."""
        return self.number == 1

    @property
    def parts(self) -> frozenset[str]:
        """The pages of players and sheets that links can lead to."""
        players = {player.part for player in self.players}
        return frozenset(players | {game.part for game in self.games})


def volumes_of(book: Book) -> tuple[Volume, ...]:
    """The volumes of a book, all of about the same size."""
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
"""Millimetres between the edge of the paper and what is written."""
_OTHER_COLUMNS = 66.0
_NAME_SIZES = {9.0: 1, 8.2: 1, 7.4: 1, 6.6: 1, 5.8: 2}
_MOST_WINNERS = 2


class Row(NamedTuple):
    """A row of the contents: a ``part``, a ``month`` or an ``entry``.

    Without a *target* it leads nowhere.
    """

    kind: str
    text: str
    target: str | None = None
    day: str = ""
    figure: str = ""
    size: float = 9.0
    note: str = ""


Bookmark = tuple[int, str]
"""The level and the title of a line of the outline that viewers show."""


def rows_of(volume: Volume) -> Iterator[Row]:
    """Everything in a volume, in order."""
    book = volume.book
    say = translations(book.language).gettext
    if volume.is_first:
        yield Row("part", say(STANDINGS_NAME), STANDINGS)
        yield Row("part", say(RECORDS_NAME), RECORDS)
    if volume.players:
        yield Row("part", say(PLAYERS_NAME))
    for player in volume.players:
        size = _size(player.name, book)
        yield Row("entry", player.name, player.part, size=size)
    if volume.games:
        yield Row("part", say(GAMES_NAME))
    month = ""
    for game in volume.games:
        if month != (month := format_month(game.played_on, book.language)):
            yield Row("month", month)
        names, note = winners_of(game), "" if game.counts else say(NOT_COUNTED)
        yield Row(
            "entry",
            names,
            game.part,
            format_date(game.played_on, book.language, short=True),
            "" if game.best is None else figure(game.best),
            _size(f"{names} {note}", book),
            note,
        )


def bookmarks_of(volume: Volume) -> Mapping[str, tuple[Bookmark, ...]]:
    """The bookmarks that lead to each part of a volume."""
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


UNITS_PER_MM = 4
CHART_HEIGHT = 74.0
PLAYERS_CHART = {Paper.A4: 38.0, Paper.LETTER: 26.0}
"""Millimetres: everything of a player shall stand on one page."""
FEWEST_FOR_A_CHART = 3
BEST_GAMES = 5
MOST_RIVALS = 5
MOST_UNSETTLED = 5

_TITLE_SIZES = {44.0: 1, 38.0: 2, 32.0: 2, 26.0: 3, 20.0: 4}
_HEAD_SIZES = {26.0: 1, 22.0: 1, 18.0: 2}
_TITLE_WIDTH = 134.0


def volume_pages(volume: Volume, sheets: Mapping[str, Copy]) -> PrintJob:
    """Write a volume with the *sheets* of its games, each by its part."""
    sizes: dict[str, str] = {}
    drawings: dict[str, str] = {}
    parts = list(_front(volume))
    for game in volume.games:
        copy = sheets[game.part]
        values = values_of(copy)
        prefix = f"{game.part}-"
        drawings |= drawings_of(values, prefix)
        css = _written("sizes.css", copy.language, **values)
        name = sizes.setdefault(css, f"sizes-{len(sizes)}")
        more = {**values, "drawn": prefix, "sizes_name": name}
        parts.append(_part(volume, game.part, "sheet", **more))
    book = volume.book
    html = render(
        "book/volume.html",
        book.language,
        title=title_of(volume),
        page=PAPERS[book.paper],
        sizes=sizes,
        parts=parts,
    )
    return PrintJob(html=html, drawings=drawings)


def _front(volume: Volume) -> Iterator[Markup]:
    yield _title(volume)
    rows = tuple(rows_of(volume))
    yield _part(volume, CONTENTS, "contents", rows=rows)
    if volume.is_first:
        yield _standings(volume)
        yield _part(volume, RECORDS, "records")
    for player in volume.players:
        yield _player(volume, player)


def _title(volume: Volume) -> Markup:
    group, season = volume.book.group, season_of(volume.book)
    name = group or season
    size = size_for(name, width_mm=_TITLE_WIDTH, sizes=_TITLE_SIZES)
    return _part(
        volume,
        "title",
        "title",
        title_size=size,
        title_width=_balanced(name, size),
        running=" · ".join(filter(None, (group, season))),
    )


def _standings(volume: Volume) -> Markup:
    book = volume.book
    # At first games say more of luck; their averages would dwarf all later.
    start = min(MOST_UNSETTLED, len(book.race) // 8)
    averages = (each.standing.average for each in book.players)
    return _part(
        volume,
        STANDINGS,
        "standings",
        chart=_chart(book, book.race[start:], CHART_HEIGHT, lines=len(book.racers)),
        first_game=next(iter(book.race_numbers[start:]), 1),
        decimals=int(any(each and each.denominator > 1 for each in averages)),
    )


def _player(volume: Volume, player: BookPlayer) -> Markup:
    career = player.career
    return _part(
        volume,
        player.part,
        "player",
        player=player,
        career=career,
        results=career.results,
        head_size=size_for(player.name, width_mm=_TITLE_WIDTH - 4, sizes=_HEAD_SIZES),
        met=interval_for(career.predictions.met, career.predictions.made),
        by_bid=by_bid(career.sums),
        by_cards=by_cards(career.sums),
        situations=_situations(player),
        duels=career.duels[:MOST_RIVALS],
        best=sorted(player.results, key=lambda each: -each.total)[:BEST_GAMES],
        chart=_chart(
            volume.book,
            [(each.total,) for each in player.results],
            PLAYERS_CHART[volume.book.paper],
            lines=1,
        ),
    )


def _part(volume: Volume, part: str, template: str, **values: Any) -> Markup:
    book = volume.book
    return _written(
        f"book/{template}.html",
        book.language,
        part=part,
        bookmarks=bookmarks_of(volume).get(part, ()),
        volume=volume,
        book=book,
        season=season_of(book),
        known_parts=volume.parts,
        parts_of={player.name: player.part for player in book.players},
        page=PAPERS[book.paper],
        is_enough=is_enough,
        share_of=share_of,
        **_words(book.language),
        **values,
    )


def _written(template: str, language: str, **values: Any) -> Markup:
    html = render(template, language, **values)
    return Markup(html)  # noqa: S704 - a template escaped what is in it


def render_volume(volume: Volume, sheets: Mapping[str, Copy]) -> bytes:
    """Render a volume as PDF; to be called in a worker process.

    :raises RenderError: it cannot be rendered.
    """
    return worker.pdf(volume_pages(volume, sheets))


def _words(tag: str) -> dict[str, Any]:
    say = translations(tag).gettext
    ranks = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"))
    return {
        "format_date": lambda day, **how: format_date(day, tag, **how),
        "format_number": lambda number, **how: format_number(number, tag, **how),
        "format_percent": lambda share: format_percent(share, tag),
        "record_name": lambda kind: record_name(kind, tag),
        "record_feat": lambda kind, value: record_feat(kind, tag, value),
        "place": lambda rank: ranks[rank - 1] if rank <= len(ranks) else str(rank),
    }


def _balanced(text: str, size: float) -> float:
    lines = lines_in(text, width_mm=_TITLE_WIDTH, points=size)
    least = max(mm_of(word, size, bold=True) for word in text.split())
    width = _TITLE_WIDTH
    while lines > 1 and width - 2 > least:
        if lines_in(text, width_mm=width - 2, points=size) > lines:
            break
        width -= 2
    return width


def title_of(volume: Volume) -> str:
    """What viewers call it: the group, its season, and which volume it is."""
    book, say = volume.book, translations(volume.book.language).gettext
    names = ", ".join(filter(None, (book.group, season_of(book))))
    if volume.count == 1:
        return names
    which = say("Volume %(number)s of %(count)s")
    return f"{names}, {which % {'number': volume.number, 'count': volume.count}}"


def season_of(book: Book) -> str:
    """What the season is called, or its number."""
    said = translations(book.language).gettext("Season %(number)s")
    return book.season or said % {"number": book.number}


def _chart(
    book: Book, rows: Sequence[Sequence[int | None]], height: float, *, lines: int
) -> Chart | None:
    if len(rows) < FEWEST_FOR_A_CHART or not lines:
        return None
    width = PAPERS[book.paper].width - 2 * SIDE
    box = Box(round(width * UNITS_PER_MM), round(height * UNITS_PER_MM), left=40)
    # Of many games only some are drawn, so their numbers would be wrong.
    return replace(lay_out(rows, seats=lines, box=box, from_zero=False), rounds=())


def _situations(player: BookPlayer) -> Mapping[str, Counts]:
    sums = player.career.sums
    found = {place.value: sums.get(("place", place), Counts()) for place in Place}
    return {
        **found,
        "forced": sums.get(("forced",), Counts()),
        "trump": sums.get(("trump", "yes"), Counts()),
        "no_trump": sums.get(("trump", "no"), Counts()),
    }

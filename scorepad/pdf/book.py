"""Season books: their contents, volumes, and pages as one HTML document per volume."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import Any, NamedTuple

from markupsafe import Markup

from scorepad.i18n.languages import format_month, translations
from scorepad.pdf import worker
from scorepad.pdf.completed import Copy, values_of
from scorepad.pdf.html import drawings_of, render
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import PAPERS, Paper
from scorepad.pdf.text_metrics import lines_in, mm_of
from scorepad.statistics.career import Career
from scorepad.statistics.chart import Box, Chart, lay_out
from scorepad.statistics.predictions import Counts, by_bid, by_cards
from scorepad.statistics.probability import interval_for, is_enough
from scorepad.statistics.season import Honoured, RankedBy, Standing

_MOST_WINNERS = 2


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
    def winners(self) -> str:
        """Return the first two winners and the number of others, or all players."""
        names = [seat.name for seat in self.seats if seat.won]
        names = names or [seat.name for seat in self.seats]
        more = len(names) - _MOST_WINNERS
        named = " · ".join(names[:_MOST_WINNERS])
        return f"{named} +{more}" if more > 0 else named

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


SIDE = 18.0
"""Margin of the page in millimetres."""
BESIDE_NAMES = 66.0
"""Width of the other columns of the contents."""
UNITS_PER_MM = 4
CHART_HEIGHT = 74.0
PLAYERS_CHART = {Paper.A4: 38.0, Paper.LETTER: 26.0}
"""Millimetres that keep everything about a player on one page."""
FEWEST_FOR_A_CHART = 3
MOST_UNSETTLED = 5

TITLE_WIDTH = 134.0


def book_volume(volume: Volume, sheets: Mapping[str, Copy]) -> PrintJob:
    """Return a volume with the *sheets* of its games by part."""
    sizes: dict[str, str] = {}
    drawings: dict[str, str] = {}
    book, parts, month = volume.book, list(_front(volume)), ""
    for game in volume.games:
        copy = sheets[game.part]
        values = values_of(copy)
        prefix = f"{game.part}-"
        drawings |= drawings_of(copy, values, prefix)
        css = _written("sheets/sizes.css", copy.language, **values)
        name = sizes.setdefault(css, f"sizes-{len(sizes)}")
        is_new = month != (month := format_month(game.played_on, book.language))
        more = {**values, "drawn": prefix, "sizes_name": name, "entry": game}
        more["month"] = month if is_new else ""
        parts.append(_part(volume, game.part, "sheet", **more))
    html = render(
        "sheets/book/volume.html",
        book.language,
        volume=volume,
        book=book,
        season=season_of(book),
        page=PAPERS[book.paper],
        sizes=sizes,
        parts=parts,
    )
    return PrintJob(html=html, drawings=drawings)


def _front(volume: Volume) -> Iterator[Markup]:
    yield _part(volume, "title", "title", title_width=TITLE_WIDTH, balanced=_balanced)
    width = PAPERS[volume.book.paper].width - 2 * SIDE - BESIDE_NAMES
    yield _part(volume, "contents", "contents", names_width=width)
    if volume.number == 1:
        yield _standings(volume)
        yield _part(volume, "records", "records")
    for player in volume.players:
        yield _player(volume, player)


def _standings(volume: Volume) -> Markup:
    book = volume.book
    # Averages of the first games vary so much that they would flatten the rest.
    start = min(MOST_UNSETTLED, len(book.race) // 8)
    averages = (each.standing.average for each in book.players)
    return _part(
        volume,
        "standings",
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
        met=interval_for(career.predictions.met, career.predictions.made),
        by_bid=by_bid(career.sums),
        by_cards=by_cards(career.sums),
        counts=lambda *key: career.sums.get(key, Counts()),
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
        f"sheets/book/{template}.html",
        book.language,
        part=part,
        volume=volume,
        book=book,
        season=season_of(book),
        known_parts=volume.parts,
        parts_of={player.name: player.part for player in book.players},
        page=PAPERS[book.paper],
        is_enough=is_enough,
        **values,
    )


def _written(template: str, language: str, **values: Any) -> Markup:
    html = render(template, language, **values)
    return Markup(html)  # noqa: S704 - a template escaped what is in it


def render_volume(volume: Volume, sheets: Mapping[str, Copy]) -> bytes:
    """Render a volume as PDF in a worker process.

    :raises RenderError: it cannot be rendered.
    """
    return worker.pdf(book_volume(volume, sheets))


def _balanced(text: str, size: float) -> float:
    lines = lines_in(text, width_mm=TITLE_WIDTH, points=size)
    least = max(mm_of(word, size, bold=True) for word in text.split())
    width = TITLE_WIDTH
    while lines > 1 and width - 2 > least:
        if lines_in(text, width_mm=width - 2, points=size) > lines:
            break
        width -= 2
    return width


def season_of(book: Book) -> str:
    """Return the name of the season, or its number."""
    said = translations(book.language).gettext("Season %(number)s")
    return book.season or said % {"number": book.number}


def _chart(
    book: Book, rows: Sequence[Sequence[int | None]], height: float, *, lines: int
) -> Chart | None:
    if len(rows) < FEWEST_FOR_A_CHART or not lines:
        return None
    width = PAPERS[book.paper].width - 2 * SIDE
    box = Box(round(width * UNITS_PER_MM), round(height * UNITS_PER_MM), left=40)
    # Only some of many games are drawn, so their numbers would be wrong.
    return lay_out(rows, seats=lines, box=box, from_zero=False)._replace(rounds=())

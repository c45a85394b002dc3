"""Season books: their contents, volumes, and pages as one HTML document per volume."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any
from uuid import UUID

from markupsafe import Markup

from scorepad.i18n.languages import format_month, translations
from scorepad.pdf import completed, worker
from scorepad.pdf.html import drawings_of, render
from scorepad.pdf.paper import PAPERS, Paper
from scorepad.pdf.worker import PrintJob
from scorepad.statistics import predictions
from scorepad.statistics.chart import Box, Chart, lay_out
from scorepad.statistics.season import Book, BookPlayer, GameInSeason

MOST_WINNERS = 2  # most winners of a game that are named in the contents
MOST_GAMES = 60
MOST_ELEMENTS = 12_000  # WeasyPrint needs 24 kB for each, and 90 MB besides
SIDE = 18.0  # margin of the page in millimetres
BESIDE_NAMES = 66.0  # width of the other columns of the contents
UNITS_PER_MM = 4
CHART_HEIGHT = 74.0
PLAYERS_CHART = {Paper.A4: 38.0, Paper.LETTER: 26.0}  # all about one on a page
FEWEST_FOR_A_CHART = 3
TITLE_WIDTH = 134.0
_PLAYER, _SHEET, _CELL = 420, 80, 3.3
"""Elements of a player's page, of a sheet without its grid, and of a grid cell."""


@dataclass(frozen=True, slots=True)
class Volume:
    """PDF *number* of *count* of a book; the first also has standings and records."""

    book: Book
    number: int
    count: int
    players: tuple[BookPlayer, ...]
    games: tuple[GameInSeason, ...]


def volumes_of(book: Book) -> tuple[Volume, ...]:
    """Return the volumes of a book, all of similar size."""
    sizes = {player.person.id_: float(_PLAYER) for player in book.players}
    for game in book.games:
        size = _SHEET + _CELL * game.rounds * len(game.seats)
        sizes[game.id_] = max(size, MOST_ELEMENTS / MOST_GAMES)
    total = sum(sizes.values())
    count = max(1, ceil(total / MOST_ELEMENTS))
    number_of: dict[UUID, int] = {}
    before = 0.0
    for part, size in sizes.items():
        number_of[part] = int(count * (before + size / 2) / total)
        before += size
    return tuple(
        Volume(
            book,
            number + 1,
            count,
            tuple(p for p in book.players if number_of[p.person.id_] == number),
            tuple(game for game in book.games if number_of[game.id_] == number),
        )
        for number in range(count)
    )


def book_volume(volume: Volume, sheets: Mapping[UUID, completed.Copy]) -> PrintJob:
    """Return a volume with the *sheets* of its games by id."""
    book, players = volume.book, volume.players
    paper = Paper(book.paper)
    width = PAPERS[paper].width - 2 * SIDE
    season = translations(book.language).gettext("Season %(number)s")
    shared = {
        "volume": volume,
        "book": book,
        "season": book.season or season % {"number": book.number},
        "page": PAPERS[paper],
        "known_parts": {player.person.id_ for player in players}
        | {game.id_ for game in volume.games},
        "winners_of": winners_of,
        "is_enough": predictions.is_enough,
    }

    def part(name: str | UUID, template: str, **values: Any) -> Markup:
        values |= {"part": name, **shared}
        return _written(f"sheets/book/{template}.html", book.language, **values)

    parts = [part("title", "title", title_width=TITLE_WIDTH)]
    parts += [part("contents", "contents", names_width=width - BESIDE_NAMES)]
    if volume.number == 1:
        parts += [part("standings", "standings", **_standings(book, width))]
        parts += [part("records", "records")]
    for player in players:
        figures = _figures(player, width, PLAYERS_CHART[paper])
        parts += [part(player.person.id_, "player", **figures)]
    sizes, drawings = dict[str, str](), dict[str, str]()
    month = ""
    for game in volume.games:
        copy = sheets[game.id_]
        values = completed.values_of(copy)
        prefix = f"{game.id_}-"
        drawings |= drawings_of(copy.language, values, prefix)
        css = _written("sheets/sizes.css", copy.language, **values)
        name = sizes.setdefault(css, f"sizes-{len(sizes)}")
        more = {**values, "drawn": prefix, "sizes_name": name, "entry": game}
        before, month = month, format_month(game.played_on, book.language)
        more["month"] = month if month != before else ""
        parts += [part(game.id_, "sheet", **more)]
    shared |= {"sizes": sizes, "parts": parts}
    html = render("sheets/book/volume.html", book.language, **shared)
    return PrintJob(html=html, drawings=drawings)


def _standings(book: Book, width: float) -> dict[str, Any]:
    race = book.race.settled
    averages = (each.standing.average for each in book.players)
    return {
        "chart": _chart(race.rows, width, CHART_HEIGHT, lines=len(race.people)),
        "first_game": next(iter(race.numbers), 1),
        "decimals": int(any(each and each.denominator > 1 for each in averages)),
    }


def _figures(player: BookPlayer, width: float, height: float) -> dict[str, Any]:
    totals = [(each.total,) for each in reversed(player.games)]
    sums, bids = player.career.sums, player.career.predictions
    return {
        "player": player,
        "met": predictions.interval_for(bids.met, bids.made),
        "by_bid": predictions.sums_by("bid", sums),
        "by_cards": predictions.sums_by("cards", sums),
        "counts": lambda *key: sums.get(key, predictions.Counts()),
        "chart": _chart(totals, width, height, lines=1),
    }


def _chart(
    rows: Sequence[Sequence[int | None]], width: float, height: float, *, lines: int
) -> Chart | None:
    if len(rows) < FEWEST_FOR_A_CHART or not lines:
        return None
    box = Box(round(width * UNITS_PER_MM), round(height * UNITS_PER_MM), left=40)
    # Only some of many games are drawn, so their numbers would be wrong.
    return lay_out(rows, seats=lines, box=box, from_zero=False)._replace(rounds=())


def winners_of(game: GameInSeason) -> str:
    """Return the first two winners and the number of others, or all players."""
    names = [seat.person.name for seat in game.seats if seat.won]
    names = names or [seat.person.name for seat in game.seats]
    more = len(names) - MOST_WINNERS
    named = " · ".join(names[:MOST_WINNERS])
    return f"{named} +{more}" if more > 0 else named


def _written(template: str, language: str, **values: Any) -> Markup:
    html = render(template, language, **values)
    return Markup(html)  # noqa: S704 - a template escaped what is in it


def render_volume(volume: Volume, sheets: Mapping[UUID, completed.Copy]) -> bytes:
    """Render a volume as PDF in a worker process; raises ``RenderError``."""
    return worker.render(book_volume(volume, sheets))

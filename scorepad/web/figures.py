"""Figures on the pages of seasons and players: standings, levels, charts."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scorepad.games.wizard.sheet import Row
from scorepad.i18n.terms import level_name, title_name
from scorepad.services.player_stats import Milestone
from scorepad.statistics.chart import Box, Chart, Curve, lay_out, lay_out_curve
from scorepad.statistics.rating import level_for, title_for, wins_to_next
from scorepad.web.middleware.languages import current_language

ROUNDS_FOR_A_CHART = 2


def chart_of(rows: Iterable[Row], seats: int, box: Box) -> Chart | None:
    """Return the chart of the totals in *rows*, or ``None`` if there are too few."""
    totals = [row.totals for row in rows if row.totals is not None]
    if len(totals) < ROUNDS_FOR_A_CHART:
        return None
    return lay_out(totals, seats=seats, box=box)


class Band(NamedTuple):
    """A vertical strip of a chart, with its head and the values at it by name."""

    left: float
    width: float
    head: str
    values: Sequence[tuple[str, Fraction | int]]


def _strips(places: Sequence[float]) -> list[tuple[float, float]]:
    """Return left edge and width of a strip for each place, halfway to the next."""
    middles = [(left + right) / 2 for left, right in pairwise(places)]
    edges = [2 * places[0] - middles[0], *middles, 2 * places[-1] - middles[-1]]
    return [(round(a, 1), round(b - a, 1)) for a, b in pairwise(edges)]


def bands_of(
    chart: Chart,
    rows: Sequence[Sequence[Fraction | int | None]],
    names: Sequence[str],
    *,
    heads: Iterable[str],
) -> list[Band]:
    """Return one band for each of *rows*, with its head and values.

    The last row is at the right edge of the *chart*; there is no band before the first.
    """
    places = sorted({x for line in chart.lines for x, _y in line.corners})
    found = []
    for strip, head, row in zip(
        _strips(places[-len(rows) :]), heads, rows, strict=True
    ):
        values = zip(names, row, strict=True)
        known = [(name, number) for name, number in values if number is not None]
        found.append(Band(*strip, head, known))
    return found


CURVE = Box(720, 300, left=66, bottom=10)
GAMES_FOR_A_CURVE = 3


def rise_of(wins: int) -> tuple[str, str | None, int]:
    """Return the level after these *wins*, the next title, and the wins missing."""
    tag = current_language().tag
    level = level_name(level_for(wins), title_for(wins), tag)
    missing = wins_to_next(wins)
    if missing is None:
        return level, None, 0
    return level, title_name(title_for(wins + missing), tag), missing


def curve_of(
    climb: Sequence[Milestone],
) -> tuple[Curve | None, list[tuple[float, float]]]:
    """Return the rating curve and a strip for each game, if there are enough."""
    if len(climb) < GAMES_FOR_A_CURVE:
        return None, []
    curve = lay_out_curve([each.step for each in climb], CURVE)
    return curve, _strips(curve.places)

"""Figures on the pages of seasons and players: standings, levels, charts."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scorepad.games.wizard.sheet import Row
from scorepad.i18n.languages import format_date, format_number
from scorepad.i18n.terms import level_name, title_name
from scorepad.services.player_stats import Milestone
from scorepad.statistics.chart import Box, Chart, Curve, lay_out, lay_out_curve
from scorepad.statistics.rating import level_for, title_for, wins_to_next
from scorepad.web.middleware.languages import current_language

ISOLATED = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"
"""Isolates a name (Unicode bidi), so that numbers around it stay in order."""

ROUNDS_FOR_A_CHART = 2


def chart_of(rows: Iterable[Row], seats: int, box: Box) -> Chart | None:
    """Return the chart of the totals in *rows*, or ``None`` if there are too few."""
    totals = [row.totals for row in rows if row.totals is not None]
    if len(totals) < ROUNDS_FOR_A_CHART:
        return None
    return lay_out(totals, seats=seats, box=box)


class Band(NamedTuple):
    """A vertical strip of a chart, one step wide, with its text."""

    left: float
    width: float
    text: str


def _bands(places: Sequence[float], texts: Iterable[str]) -> tuple[Band, ...]:
    """Return a band for each of several *places*, halfway to its neighbours."""
    middles = [(left + right) / 2 for left, right in pairwise(places)]
    edges = [2 * places[0] - middles[0], *middles, 2 * places[-1] - middles[-1]]
    return tuple(
        Band(round(left, 1), round(right - left, 1), text)
        for (left, right), text in zip(pairwise(edges), texts, strict=True)
    )


def bands_of(
    chart: Chart,
    rows: Sequence[Sequence[Fraction | int | None]],
    names: Sequence[str],
    *,
    heads: Iterable[str],
) -> tuple[Band, ...]:
    """Return one band for each of *rows*, with its head and values.

    The last row is at the right edge of the *chart*; there is no band before the first.
    """
    tag = current_language().tag
    places = sorted({x for line in chart.lines for x, _y in line.corners})
    texts = []
    for head, row in zip(heads, rows, strict=True):
        values = ", ".join(
            f"{ISOLATED % name} {format_number(number, tag)}"
            for name, number in zip(names, row, strict=True)
            if number is not None
        )
        texts.append(f"{head}: {values}")
    return _bands(places[-len(rows) :], texts)


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


def curve_of(climb: Sequence[Milestone]) -> tuple[Curve | None, tuple[Band, ...]]:
    """Return the rating curve with day and rating of each game, if there are enough."""
    if len(climb) < GAMES_FOR_A_CURVE:
        return None, ()
    tag = current_language().tag
    texts = (
        f"{format_date(each.played_on, tag)}: "
        f"{format_number(each.step.shown, tag)}\u202f±\u202f"
        f"{format_number(each.step.margin, tag)}"
        for each in climb
    )
    curve = lay_out_curve([each.step for each in climb], CURVE)
    return curve, _bands(curve.places, texts)

"""What the pages of seasons and players say in figures: standings, levels, charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from flask_babel import gettext as _

from scorepad.services.inputs import Person
from scorepad.services.seasons.player_stats import Milestone
from scorepad.stats.chart import Box, Chart, Curve, lay_out_curve
from scorepad.stats.rating import Rating, Step, level_for, title_for, wins_to_next
from scorepad.stats.season import RankedBy, Standing
from scorepad.web.middleware.languages import current_language
from scorepad.web.seasons.findings import ISOLATED
from scorepad.words.figures import format_date, format_number, format_percent
from scorepad.words.records import level_name, title_name

NONE_YET = "–"


def figure_names(*, rated: bool = True) -> dict[str, str]:
    """What each figure is called, in the order of the page; a rating where *rated*."""
    found = {
        RankedBy.AVERAGE.value: _("Average"),
        RankedBy.SHARE.value: _("Of the possible"),
        RankedBy.WINS.value: _("Wins"),
        RankedBy.LEAGUE.value: _("League"),
        RankedBy.RATING.value: _("Rating"),
    }
    return found if rated else {k: v for k, v in found.items() if k != RankedBy.RATING}


def figure_of(standing: Standing[Person], by: RankedBy, language: str) -> str:
    """The figure by which somebody is ranked; a dash without a game."""
    if not standing.games:
        return NONE_YET
    if by is RankedBy.SHARE:
        share = standing.share
        return NONE_YET if share is None else format_percent(share, language)
    if by is RankedBy.LEAGUE:
        return format_number(standing.league, language)
    if by is RankedBy.RATING:
        rating = standing.rating
        return NONE_YET if rating is None else rating_figure(rating, language)
    return format_number(standing.average or 0, language, decimals=1)


def rating_figure(rating: Rating, language: str) -> str:
    """A rating with its margin: both ends are what may well be.

    The blanks around the sign are narrow and do not break.
    """
    shown = format_number(rating.shown, language)
    return f"{shown}\u202f±\u202f{format_number(rating.margin, language)}"


@dataclass(frozen=True, slots=True)
class Band:
    """An upright part of the chart, as wide as one step, and what stands in it."""

    left: float
    width: float
    text: str


def bands_of(
    chart: Chart,
    rows: Sequence[Sequence[str | None]],
    names: Sequence[str],
    *,
    heads: Sequence[str] = (),
) -> tuple[Band, ...]:
    """One band for each of *rows*, whose numbers are written already.

    The last row is at the right edge of the *chart*; what is before the first one is no
    band. *heads* say which row it is.
    """
    box = chart.box
    span = box.width - box.left - box.right
    corners = max((len(line.corners) for line in chart.lines), default=0)
    step = span / max(corners - 1, 1)
    right = box.width - box.right
    ahead = [f"{head}: " for head in heads] or [""] * len(rows)
    return tuple(
        Band(
            left=round(right - step * (len(rows) - place - 0.5), 1),
            width=round(step, 1),
            text=ahead[place] + _said(names, row),
        )
        for place, row in enumerate(rows)
    )


def _said(names: Sequence[str], row: Sequence[str | None]) -> str:
    pairs = zip(names, row, strict=True)
    return ", ".join(
        f"{ISOLATED % name} {number}" for name, number in pairs if number is not None
    )


CURVE = Box(720, 300, left=66, bottom=10)
GAMES_FOR_A_CURVE = 3


def rise_of(step: Step | None) -> tuple[str, str | None, int]:
    """The level of somebody at a *step*, the next title, and the wins it takes.

    Without a step they are new.
    """
    tag, wins = current_language().tag, step.wins if step else 0
    level = level_name(level_for(wins), title_for(wins).value, tag)
    missing = wins_to_next(wins)
    if missing is None:
        return level, None, 0
    return level, title_name(title_for(wins + missing).value, tag), missing


def curve_of(climb: Sequence[Milestone]) -> Curve | None:
    """The curve, where there are enough games for one."""
    if len(climb) < GAMES_FOR_A_CURVE:
        return None
    return lay_out_curve([each.step for each in climb], CURVE)


def values_of(curve: Curve, climb: Sequence[Milestone]) -> tuple[Band, ...]:
    """What the curve says where it is touched: the day and the rating."""
    tag = current_language().tag
    edges = [curve.box.left, *_middles(curve.places), curve.box.width - curve.box.right]
    return tuple(
        Band(
            left=left,
            width=round(right - left, 1),
            text=f"{format_date(each.played_on, tag)}: "
            f"{rating_figure(each.step.rating, tag)}",
        )
        for (left, right), each in zip(pairwise(edges), climb, strict=True)
    )


def _middles(places: Sequence[float]) -> list[float]:
    return [round((left + right) / 2, 1) for left, right in pairwise(places)]

"""How somebody's rating and level are shown on their page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.services.seasons.rating_history import Milestone
from scorepad.stats.chart import Box, Curve, lay_out_curve
from scorepad.stats.levels import level_for, title_for, wins_to_next
from scorepad.stats.rating import Step
from scorepad.web.every_request.languages import current_language
from scorepad.web.seasons.chart_values import Band
from scorepad.web.seasons.standing_figures import rating_figure
from scorepad.words.dates import format_date
from scorepad.words.levels import level_name, title_name

CURVE = Box(720, 300, left=66, bottom=10)
GAMES_FOR_A_CURVE = 3


@dataclass(frozen=True, slots=True)
class Rise:
    """A level in words, and the title that comes next after some more wins."""

    said: str
    next_title: str | None
    wins_missing: int


def rise_of(step: Step | None) -> Rise:
    """The level of somebody who stands at a *step*; without one they are new."""
    tag = current_language().tag
    wins = step.wins if step else 0
    missing = wins_to_next(wins)
    return Rise(
        said=level_name(level_for(wins), title_for(wins).value, tag),
        next_title=None
        if missing is None
        else title_name(title_for(wins + missing).value, tag),
        wins_missing=missing or 0,
    )


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

"""The geometry of the curve of a rating: numbers in, points out."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.stats.chart import Box, Tick, tick_values
from scorepad.stats.rating import Step

MARGIN_AROUND = 10
"""In rating points, so that no line runs along the edge."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The rating as a line, what may well be as a *band* around it, both as points."""

    box: Box
    line: str
    band: str
    end: tuple[float, float]
    ratings: tuple[Tick, ...]
    places: tuple[float, ...]


def lay_out_curve(steps: Sequence[Step], box: Box) -> Curve:
    """Place the ratings after some games in the *box*, by how many games it took.

    :raises ValueError: there is no step.

    >>> curve = lay_out_curve([Step(games=1), Step(games=2)], Box(100, 60, 0, 0, 0, 0))
    >>> curve.line
    '0,30 100,30'
    """
    first, last = steps[0].games, steps[-1].games
    low = min(step.rating.safe for step in steps) - MARGIN_AROUND
    high = max(step.rating.high for step in steps) + MARGIN_AROUND
    width = box.width - box.left - box.right
    height = box.height - box.top - box.bottom

    def x_of(step: Step) -> float:
        return round(box.left + width * (step.games - first) / max(1, last - first), 1)

    def y_of(rating: int) -> float:
        return round(box.top + height * (high - rating) / (high - low), 1)

    corners = [(x_of(step), y_of(step.rating.shown)) for step in steps]
    upper = [(x_of(step), y_of(step.rating.high)) for step in steps]
    lower = [(x_of(step), y_of(step.rating.safe)) for step in reversed(steps)]
    return Curve(
        box=box,
        line=_points(corners),
        band=_points([*upper, *lower]),
        end=corners[-1],
        ratings=tuple(Tick(y_of(value), value) for value in tick_values(low, high)),
        places=tuple(x for x, _ in corners),
    )


def _points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)

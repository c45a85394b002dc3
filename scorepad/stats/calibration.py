"""What became of bids: how many tricks were taken on average where so many were bid."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from scorepad.stats.intervals import is_enough
from scorepad.stats.predictions import Counts

FEWEST_ON_AN_AXIS = 3
EVERY_VALUE_UP_TO = 10
SMALLEST, LARGEST = 3.0, 11.0


@dataclass(frozen=True, slots=True)
class Point:
    """One value bid: how often, and what was taken on average.

    *is_sure* where there were enough of them to mean something. *x* and *y* are where
    it is drawn, *ideal* the height where it would be if all were met, *radius* grows
    with the number of bids.
    """

    bid: int
    made: int
    taken: Fraction
    is_sure: bool
    x: float
    y: float
    ideal: float
    radius: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """A square of *side* with its corner at *left* and *top*, and the points in it."""

    left: float
    top: float
    side: float
    ticks: tuple[tuple[int, float, float], ...]
    points: tuple[Point, ...]


def average_taken(bid: int, counts: Counts) -> Fraction:
    """The tricks taken on average by those who bid so many.

    >>> average_taken(2, Counts(made=4, over=1, over_by=2))
    Fraction(3, 2)
    """
    return bid + Fraction(counts.under_by - counts.over_by, counts.made)


def calibration(
    by_bid: Mapping[int, Counts], *, side: float, left: float, top: float
) -> Calibration | None:
    """Draw tricks taken (upwards) over tricks bid; ``None`` where nothing was bid.

    Both axes have the same scale, so whoever always takes what they bid is on the
    diagonal. Each tick has its value, its place to the right and its place downwards.
    """
    made = {bid: counts for bid, counts in by_bid.items() if counts.made}
    if not made:
        return None
    taken = {bid: average_taken(bid, counts) for bid, counts in made.items()}
    most = max(FEWEST_ON_AN_AXIS, *made, *(-(-each // 1) for each in taken.values()))
    largest = max(counts.made for counts in made.values())

    def x_of(value: Fraction | int) -> float:
        return round(float(left + side * value / (most + 1)), 1)

    def y_of(value: Fraction | int) -> float:
        return round(float(top + side - side * value / (most + 1)), 1)

    step = 1 if most <= EVERY_VALUE_UP_TO else 2
    return Calibration(
        left=left,
        top=top,
        side=side,
        ticks=tuple((n, x_of(n), y_of(n)) for n in range(0, most + 1, step)),
        points=tuple(
            Point(
                bid=bid,
                made=counts.made,
                taken=taken[bid],
                is_sure=is_enough(counts.made),
                x=x_of(bid),
                y=y_of(taken[bid]),
                ideal=y_of(bid),
                radius=_radius(counts.made / largest),
            )
            for bid, counts in made.items()
        ),
    )


def _radius(part: float) -> float:
    """As large that the areas compare."""
    return round(max(SMALLEST, LARGEST * sqrt(part)), 1)

"""Charts of bids: shares met, tricks taken by tricks bid, bids met by cards and bid."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, sqrt
from typing import Generic, NamedTuple, TypeVar

from scorepad.statistics.predictions import Counts, Interval, Sums, grouped

Who = TypeVar("Who")
FEWEST_ON_AN_AXIS = 3
EVERY_VALUE_UP_TO = 10
SMALLEST, LARGEST = 3.0, 11.0


class Point(NamedTuple):
    """A bid value: how often it was made, as the area, and the average tricks taken."""

    bid: int
    made: int
    taken: Fraction
    radius: float


class Calibration(NamedTuple):
    """Points between the *values* of two equal axes from 0 to *end*."""

    end: int
    values: range
    points: tuple[Point, ...]


def average_taken(bid: int, counts: Counts) -> Fraction:
    """Return the average tricks taken with this bid.

    >>> average_taken(2, Counts(made=4, over=1, over_by=2))
    Fraction(3, 2)
    """
    return bid + Fraction(counts.under_by - counts.over_by, counts.made)


def calibration(by_bid: Mapping[int, Counts]) -> Calibration | None:
    """Return the chart of tricks taken by tricks bid; ``None`` without bids."""
    made = {bid: counts for bid, counts in by_bid.items() if counts.made}
    if not made:
        return None
    taken = {bid: average_taken(bid, counts) for bid, counts in made.items()}
    most = max(FEWEST_ON_AN_AXIS, *made, *map(ceil, taken.values()))
    largest = max(counts.made for counts in made.values())
    points = []
    for bid, counts in made.items():
        radius = max(SMALLEST, LARGEST * sqrt(counts.made / largest))
        points.append(Point(bid, counts.made, taken[bid], round(radius, 1)))
    step = 1 if most <= EVERY_VALUE_UP_TO else 2
    return Calibration(most + 1, range(0, most + 1, step), tuple(points))


class Dot(NamedTuple, Generic[Who]):
    """A player's share at *x*; its label is in *row* 0, next to the line, or 1."""

    who: Who
    x: float
    label_x: float
    row: int | None


class Scale(NamedTuple, Generic[Who]):
    """All players' shares on one line; chance may move the *own* dot within *reach*."""

    ticks: tuple[tuple[float, Fraction], ...]
    reach: tuple[float, float]
    own: Dot[Who]
    others: tuple[Dot[Who], ...]


LABEL_ROWS = 2


def scale_of_shares(  # noqa: PLR0913 - independent measures
    shares: Mapping[Who, Fraction],
    own: Who,
    interval: Interval,
    *,
    width: float,
    margin: float,
    label: float,
) -> Scale[Who]:
    """Lay out the *shares* on a line of *width*, with labels of width *label*."""
    every = [*shares.values(), Fraction(interval.low), Fraction(interval.high)]
    low = Fraction(floor(min(every) * 10), 10)
    high = max(Fraction(ceil(max(every) * 10), 10), low + Fraction(1, 10))

    def x_of(share: float | Fraction) -> float:
        part = float((share - low) / (high - low))
        return round(margin + part * (width - 2 * margin), 1)

    rows: list[list[float]] = [[] for _ in range(LABEL_ROWS)]

    def dot(who: Who) -> Dot[Who]:
        x = x_of(shares[who])
        at = min(max(x, label / 2), width - label / 2)
        free = (n for n, r in enumerate(rows) if all(abs(at - b) >= label for b in r))
        if (row := next(free, None)) is not None:
            rows[row].append(at)
        return Dot(who, x, at, row)

    mine = dot(own)
    others = sorted((who for who in shares if who != own), key=lambda who: shares[who])
    return Scale(
        tuple((x_of(share), share) for share in (low, (low + high) / 2, high)),
        (x_of(interval.low), x_of(interval.high)),
        mine,
        tuple(dot(who) for who in others),
    )


OPEN_END = 99


class Span(NamedTuple):
    """A range of numbers of cards or bids, both ends included.

    >>> print(Span(1, 1), Span(1, 2), Span(7, OPEN_END))
    1 1–2 7+
    """

    first: int
    last: int

    def __str__(self) -> str:
        """Return the label for an axis."""
        if self.first == self.last:
            return str(self.first)
        is_open = self.last == OPEN_END
        return f"{self.first}+" if is_open else f"{self.first}–{self.last}"


CARDS: Sequence[Span] = (
    *(Span(first, first + 1) for first in range(1, 12, 2)),
    *(Span(13, 15), Span(16, OPEN_END)),
)
BIDS: Sequence[Span] = (*(Span(bid, bid) for bid in range(7)), Span(7, OPEN_END))
"""As many columns as fit on a phone, wide enough to tap."""


class HeatMap(NamedTuple):
    """Bids by groups of cards (rows) and of bids (columns), without empty ends."""

    rows: Sequence[Span]
    columns: Sequence[Span]
    cells: Mapping[tuple[int, int], Counts]


def heat_map(sums: Sums) -> HeatMap | None:
    """Return the heat map of all hands; ``None`` without any."""

    def places(cards: int, bid: int) -> Iterator[tuple[int, int]]:
        yield _place(CARDS, cards), _place(BIDS, bid)

    found = grouped(sums, places)
    if not found:
        return None
    rows, columns = (1 + max(places) for places in zip(*found, strict=True))
    return HeatMap(CARDS[:rows], BIDS[:columns], dict(sorted(found.items())))


def _place(groups: Sequence[Span], number: int) -> int:
    return next(
        place for place, (first, last) in enumerate(groups) if first <= number <= last
    )

"""Geometry of charts: totals of a game, a season's race; shares, and maps of bids."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count, pairwise
from math import ceil, floor, sqrt
from typing import NamedTuple

from scorepad.games.names import Person
from scorepad.statistics.predictions import Counts, Interval, Sums, grouped

TICKS_AT_MOST = 5
FEWEST_ON_AN_AXIS = 3
EVERY_VALUE_UP_TO = 10  # on longer axes every second one
SMALLEST, LARGEST = 3.0, 11.0  # radii of points
SCALE_WIDTH = 360
SCALE_MARGIN = 16
LABEL_WIDTH = 72
DASHES = ("", "7 3", "2 2.5", "10 3 2 3", "14 4", "1 4", "7 2 1 2 1 2", "4 7")
"""Dash patterns by seat, so that lines differ without colour."""


class Box(NamedTuple):
    """A drawing area: its size, and the margins of the axes."""

    width: int
    height: int
    left: int = 34
    right: int = 12
    top: int = 10
    bottom: int = 18


class ChartLine(NamedTuple):
    """The totals of one seat, from zero before the first round it plays."""

    seat: int
    dash: str
    corners: tuple[tuple[float, float], ...]

    @property
    def points(self) -> str:
        """Return the corners as an SVG ``points`` attribute."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.corners)


class Band(NamedTuple):
    """A vertical strip of a chart, with its head and the values at it by name."""

    left: float
    width: float
    head: str
    values: Sequence[tuple[str, Fraction | int]]


class Chart(NamedTuple):
    """A chart: lines, and the ticks of both axes as coordinate and value."""

    box: Box
    lines: tuple[ChartLine, ...]
    totals: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]

    def labels(self, apart: float) -> dict[int, float]:
        """Return the height of each seat's label: at its line's end, if free."""
        ends = [(line.corners[-1][1], line.seat) for line in self.lines if line.corners]
        found, at = dict[int, float](), -apart
        for height, seat in sorted(ends):
            at = found[seat] = max(height, at + apart)
        limit: float = self.box.height - self.box.bottom
        for seat in reversed(found):
            limit = found[seat] = min(found[seat], limit)
            limit -= apart
        return found

    def strips(self, count: int) -> list[tuple[float, float]]:
        """Return left edge and width of a strip for each of the last *count* places."""
        places = sorted({x for line in self.lines for x, _y in line.corners})[-count:]
        middles = [(left + right) / 2 for left, right in pairwise(places)]
        edges = [2 * places[0] - middles[0], *middles, 2 * places[-1] - middles[-1]]
        return [(round(a, 1), round(b - a, 1)) for a, b in pairwise(edges)]

    def bands(
        self,
        rows: Sequence[Sequence[Fraction | int | None]],
        names: Sequence[str],
        heads: Iterable[str],
    ) -> list[Band]:
        """Return one band for each of *rows*, with its head and values."""
        values = (
            [(name, n) for name, n in zip(names, row, strict=True) if n is not None]
            for row in rows
        )
        strips = zip(self.strips(len(rows)), heads, values, strict=True)
        return [Band(*strip, head, known) for strip, head, known in strips]


def lay_out(
    totals: Sequence[Sequence[int | None]],
    *,
    seats: int,
    box: Box,
    from_zero: bool = True,
    apart: float = 0.0,
) -> Chart:
    """Lay out the running *totals* (one row per played round) in the *box*.

    Lines start at zero before the first round or, without *from_zero*, with the first
    row at the left edge; a seat without a total there starts at its first one. Values
    on the axis are *apart*.
    """
    first = totals[0] if totals else (0,) * seats
    begun = [None if total is None else 0 for total in first]
    rows = [begun, *totals] if from_zero else totals
    known = [total for row in rows for total in row if total is not None]
    last = max(len(rows) - 1, 1)
    low, high = min(known, default=0), max(known, default=0)
    high = max(high, low + 10)
    width = box.width - box.left - box.right
    height = box.height - box.top - box.bottom
    many = 2 * TICKS_AT_MOST  # of more rounds every fifth is labelled
    labelled = range(1, last + 1) if last <= many else range(5, last + 1, 5)

    def x_of(number: int) -> float:
        return round(box.left + width * number / last, 1)

    def y_of(value: int) -> float:
        return round(box.top + height * (high - value) / (high - low), 1)

    lines = []
    for seat in range(seats):
        places = [(n, row[seat]) for n, row in enumerate(rows)]
        corners = tuple((x_of(n), y_of(at)) for n, at in places if at is not None)
        lines.append(ChartLine(seat, DASHES[seat % len(DASHES)], corners))
    # A few round values, zero among them.
    step = next(
        step
        for power in count(1)
        for step in (10**power, 2 * 10**power, 5 * 10**power)
        if high // step + -low // step < TICKS_AT_MOST
    )
    while round(height * step / (high - low), 1) < apart:
        step *= 2
    ticks = range(-(-low // step) * step, high + 1, step)
    return Chart(
        box=box,
        lines=tuple(lines),
        totals=tuple((y_of(value), value) for value in ticks),
        rounds=tuple((x_of(n), n) for n in labelled),
    )


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
    """Return the average tricks taken with this bid."""
    return bid + Fraction(counts.under_by - counts.over_by, counts.made)


def calibration(by_bid: Mapping[int, Counts]) -> Calibration | None:
    """Return the chart of tricks taken by tricks bid; ``None`` without bids."""
    largest = max((counts.made for counts in by_bid.values()), default=0)
    points = []
    for bid, counts in by_bid.items():
        radius = max(SMALLEST, LARGEST * sqrt(counts.made / largest))
        taken = average_taken(bid, counts)
        points.append(Point(bid, counts.made, taken, round(radius, 1)))
    if not points:
        return None
    most = max(FEWEST_ON_AN_AXIS, *by_bid, *(ceil(each.taken) for each in points))
    step = 1 if most <= EVERY_VALUE_UP_TO else 2
    return Calibration(most + 1, range(0, most + 1, step), tuple(points))


class Dot(NamedTuple):
    """A player's share at *x*; its label is in *row* 0, next to the line, or 1."""

    who: Person
    x: float
    label_x: float
    row: int | None


class Scale(NamedTuple):
    """All players' shares on one line; chance may move the *own* dot within *reach*."""

    ticks: tuple[tuple[float, Fraction], ...]
    reach: tuple[float, float]
    own: Dot
    others: tuple[Dot, ...]


def scale_of_shares(
    shares: Mapping[Person, Fraction], own: Person, interval: Interval
) -> Scale:
    """Lay out the *shares* on a line."""
    every = [*shares.values(), Fraction(interval.low), Fraction(interval.high)]
    low = Fraction(floor(min(every) * 10), 10)
    high = max(Fraction(ceil(max(every) * 10), 10), low + Fraction(1, 10))

    def x_of(share: float | Fraction) -> float:
        part = float((share - low) / (high - low))
        return round(SCALE_MARGIN + part * (SCALE_WIDTH - 2 * SCALE_MARGIN), 1)

    rows: tuple[list[float], list[float]] = [], []

    def dot(who: Person) -> Dot:
        x = x_of(shares[who])
        at = min(max(x, LABEL_WIDTH / 2), SCALE_WIDTH - LABEL_WIDTH / 2)
        for number, row in enumerate(rows):
            if all(abs(at - label) >= LABEL_WIDTH for label in row):
                row.append(at)
                return Dot(who, x, at, number)
        return Dot(who, x, at, None)

    others = sorted((who for who in shares if who != own), key=lambda who: shares[who])
    return Scale(
        tuple((x_of(share), share) for share in (low, (low + high) / 2, high)),
        (x_of(interval.low), x_of(interval.high)),
        dot(own),
        tuple(dot(who) for who in others),
    )


CARDS = (1, 3, 5, 7, 9, 11, 13, 16)  # the first number of each group
ROWS = ("1–2", "3–4", "5–6", "7–8", "9–10", "11–12", "13–15", "16+")
COLUMNS = ("0", "1", "2", "3", "4", "5", "6", "7+")
"""As many columns as fit on a phone, wide enough to tap."""


class HeatMap(NamedTuple):
    """Bids by groups of cards (rows) and of bids (columns), without empty ends."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[tuple[int, int], Counts]


def heat_map(sums: Sums) -> HeatMap | None:
    """Return the heat map of all hands; ``None`` without any."""
    found = grouped(sums, lambda cards, bid: [(bisect(CARDS, cards) - 1, min(bid, 7))])
    if not found:
        return None
    rows, columns = (1 + max(places) for places in zip(*found, strict=True))
    return HeatMap(ROWS[:rows], COLUMNS[:columns], dict(sorted(found.items())))

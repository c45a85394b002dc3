"""Geometry of line charts: totals of a game, a season's race, a rating."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from scorepad.games.names import Person
from scorepad.statistics.career import Columns

TICKS_AT_MOST = 5
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

    @property
    def end(self) -> tuple[float, float]:
        """Return the last corner."""
        return self.corners[-1]


class AxisTick(NamedTuple):
    """A value on an axis and its coordinate."""

    at: float
    value: int


class Band(NamedTuple):
    """A vertical strip of a chart, with its head and the values at it by name."""

    left: float
    width: float
    head: str
    values: Sequence[tuple[str, Fraction | int]]


class Chart(NamedTuple):
    """The elements of a chart: lines, and ticks of both axes."""

    box: Box
    lines: tuple[ChartLine, ...]
    totals: tuple[AxisTick, ...]
    rounds: tuple[AxisTick, ...]

    def labels(self, apart: float) -> dict[int, float]:
        """Return the height of each seat's label: at its line's end, if free."""
        ends = [(line.end[1], line.seat) for line in self.lines if line.corners]
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
        found = []
        for strip, head, row in zip(self.strips(len(rows)), heads, rows, strict=True):
            values = zip(names, row, strict=True)
            known = [(name, number) for name, number in values if number is not None]
            found.append(Band(*strip, head, known))
        return found


def lay_out(
    totals: Sequence[Sequence[int | None]],
    *,
    seats: int,
    box: Box,
    from_zero: bool = True,
) -> Chart:
    """Lay out the running *totals* (one row per played round) in the *box*.

    Lines start at zero before the first round or, without *from_zero*, with the first
    row at the left edge; a seat without a total there starts at its first one.
    Coordinates have one decimal, in the units of the box, with y downwards.

    >>> chart = lay_out([[20, -10]], seats=2, box=Box(100, 60, 0, 0, 0, 0))
    >>> chart.lines[0].points
    '0,40 100,0'
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

    def corners_of(seat: int) -> tuple[tuple[float, float], ...]:
        places = [(n, row[seat]) for n, row in enumerate(rows)]
        return tuple((x_of(n), y_of(at)) for n, at in places if at is not None)

    return Chart(
        box=box,
        lines=tuple(
            ChartLine(seat, DASHES[seat % len(DASHES)], corners_of(seat))
            for seat in range(seats)
        ),
        totals=tuple(AxisTick(y_of(value), value) for value in tick_values(low, high)),
        rounds=tuple(AxisTick(x_of(n), n) for n in labelled),
    )


def tick_values(low: int, high: int) -> tuple[int, ...]:
    """Return a few round values between *low* and *high*, including zero.

    >>> tick_values(-120, 40)
    (-100, -50, 0)
    """
    step = next(
        step
        for power in count(1)
        for step in (10**power, 2 * 10**power, 5 * 10**power)
        if high // step + -low // step < TICKS_AT_MOST
    )
    return tuple(range(-(-low // step) * step, high + 1, step))


STEPS_AT_MOST = 60  # most points of a line: more cannot be told apart


def spread(count: int, steps: int) -> Sequence[int]:
    """Return at most *steps* indices below *count*, evenly spread with both ends.

    >>> spread(5, 3)
    [0, 2, 4]
    """
    if count <= steps:
        return range(count)
    return [round(step * (count - 1) / (steps - 1)) for step in range(steps)]


MOST_AT_ONCE = 12


class Race(NamedTuple):
    """The running averages of the best *people* after games with these *numbers*."""

    people: tuple[Person, ...]
    rows: tuple[tuple[int | None, ...], ...]
    numbers: tuple[int, ...] = ()

    @property
    def settled(self) -> "Race":
        """Without the first games of many, after which an average is mostly luck."""
        first = len(self.rows) // 6 if len(self.rows) > MOST_AT_ONCE else 0
        return self._replace(rows=self.rows[first:], numbers=self.numbers[first:])


def race(
    people: Sequence[Columns], games: Sequence[int], *, above_par: bool = False
) -> tuple[tuple[int, ...], tuple[tuple[int | None, ...], ...]]:
    """Return numbers of games, and averages after each; ``None`` before the first."""
    hundredths = 100 if above_par else 1
    numbers = tuple(place + 1 for place in spread(len(games), STEPS_AT_MOST))
    number_of = {game: number for number, game in enumerate(games, 1)}
    columns = []
    for own in people:
        played = [number_of[game] for game in own.games]
        sums = [0, *accumulate(own.above_par if above_par else own.totals)]
        had = [bisect_right(played, number) for number in numbers]
        columns.append([round(sums[n] / n / hundredths) if n else None for n in had])
    return numbers, tuple(zip(*columns, strict=True)) or ((),) * len(numbers)

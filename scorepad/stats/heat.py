"""The map of cards and bids: where bids were met, and where there were many."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from scorepad.stats.intervals import is_enough
from scorepad.stats.predictions import Counts, Sums, grouped

Group = tuple[int, int]

OPEN_END = 99
CARDS: Sequence[Group] = (
    *((1, 2), (3, 4), (5, 6), (7, 8), (9, 10)),
    *((11, 12), (13, 15), (16, OPEN_END)),
)
BIDS: Sequence[Group] = (*((bid, bid) for bid in range(7)), (7, OPEN_END))
"""As many as fit side by side on a phone, each wide enough for a finger."""

SHADES = 5
SMALLEST, SMALLEST_WITH_NUMBER = 0.25, 0.5
FEWEST_TO_SHOW = 5
"""Of fewer bids the share is not written."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All bids of a *row* (cards) and *column* (bid): how many, and how many met.

    *shade* counts from 0 (hardly ever met) to :data:`SHADES` - 1; *size* is the part of
    the cell's width that is filled, larger with the number of bids.
    """

    row: int
    column: int
    counts: Counts
    shade: int
    size: float
    is_sure: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Rows are groups of cards, columns groups of bids; empty ones at the end left out.

    Cells without a bid are left out too.
    """

    rows: tuple[Group, ...]
    columns: tuple[Group, ...]
    cells: tuple[Cell, ...]

    @property
    def by_place(self) -> Mapping[tuple[int, int], Counts]:
        """What is in each row and column that has a bid."""
        return {(each.row, each.column): each.counts for each in self.cells}


def heat_map(sums: Sums) -> HeatMap | None:
    """Put hands together by cards and bid; ``None`` without any."""

    def places(cards: int, bid: int) -> Iterator[tuple[int, int]]:
        yield _place(CARDS, cards), _place(BIDS, bid)

    found = grouped(sums, places)
    most = max((counts.made for counts in found.values()), default=0)
    if not most:
        return None
    rows = max(row for row, _ in found) + 1
    columns = max(column for _, column in found) + 1
    return HeatMap(
        rows=tuple(CARDS[:rows]),
        columns=tuple(BIDS[:columns]),
        cells=tuple(
            _cell(row, column, counts, most)
            for (row, column), counts in sorted(found.items())
        ),
    )


def _place(groups: Sequence[Group], number: int) -> int:
    return next(
        place for place, (first, last) in enumerate(groups) if first <= number <= last
    )


def _cell(row: int, column: int, counts: Counts, most: int) -> Cell:
    share = counts.share_met or Fraction(0)
    is_shown = counts.made >= FEWEST_TO_SHOW
    least = SMALLEST_WITH_NUMBER if is_shown else SMALLEST
    return Cell(
        row=row,
        column=column,
        counts=counts,
        shade=min(int(share * SHADES), SHADES - 1),
        size=round(max(least, sqrt(counts.made / most)), 2),
        is_sure=is_enough(counts.made),
        is_shown=is_shown,
    )

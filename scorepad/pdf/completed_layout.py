"""Sizes and positions on a completed sheet.

Pure numbers, in millimetres unless stated; small paper is a reduction. The grid depends
on rounds and seats, not on names, which shrink to fit. Blocks below the chart reduce
the chart first, then the rows. If space is short, notes move to a page of their own,
then awards and the chart are dropped.
"""

from math import ceil, floor
from typing import NamedTuple

from scorepad.pdf.paper import Size, slices_of

NUMBER_COLUMN = 11.0
CARDS_COLUMN = 9.0
TRUMP_COLUMN = 10.0
DEALER = 4.2
BESIDE_LEAST = 1.4
WIDEST_TOTAL = 4 * 0.559 * 25.4 / 72
"""Width of a total of four figures (or minus and three) per point of size."""


class Grid(NamedTuple):
    """The grid of a sheet; *before* is the width of the columns left of the players."""

    seats: int
    before: float
    width: float
    row: float
    sum_row: float

    @property
    def player(self) -> float:
        """Return the width of a player's column."""
        return round((self.width - self.before) / self.seats, 3)

    def left(self, seat: int) -> float:
        """Return the left edge of a seat's column."""
        return self.before + seat * self.player

    @property
    def strip(self) -> float:
        """Return the width of the right part of a cell, with bid and tricks."""
        return min(10.0, round(self.player * 0.33, 1))

    @property
    def total_size(self) -> float:
        """Return the points of a running total, beside the dealer's dot."""
        room = self.player - self.strip - BESIDE_LEAST - DEALER
        return round(min(15.5, self.row * 1.42, room / WIDEST_TOTAL), 1)

    @property
    def sum_size(self) -> float:
        """Return the points of a final total."""
        return round(min(19.0, (self.player - self.sum_right - 0.5) / WIDEST_TOTAL), 1)

    @property
    def bid_box(self) -> float:
        """Return the height of the box of the bid."""
        return round(min(self.row * 0.6, 6.4), 2)

    @property
    def beside_strip(self) -> float:
        """Return the distance from the right-aligned totals to the strip."""
        left = self.player - self.strip
        return round(max((left - self.total_size * 0.85) / 2, BESIDE_LEAST), 2)

    @property
    def sum_right(self) -> float:
        """Return the distance of final totals from the right edge, beside a medal."""
        return round(max(self.strip + self.beside_strip - 1, 9.2), 2)

    @property
    def medal_right(self) -> float:
        """Return the distance of the medal from the right edge."""
        return round(self.sum_right - 8.2, 2)


MARGIN_SIDE = 13.0
MARGIN_TOP = 12.0
MARGIN_FOOT = 8.0
FOOT = 9.0
"""The scoring line at the bottom, with the space above it."""

HEAD = 21.0
NAMES = 14.0
SUM = 12.0
SUM_WITH_LINES = 16.5
"""Below the totals is a sample of each seat's line in the chart."""
SUM_ALONE = 24.0
GAP = 2.0
"""Between two blocks below the grid."""

ROW_LEAST = 6.8
ROW_MOST = 12.0
ROW_WANTED = 8.9
"""A comfortable row; the chart shrinks until rows are this high."""
ROWS_ON_A_PAGE = 24
CHART_LEAST = 28.0
CHART_FAIR = 33.0
CHART_WANTED = 50.0
CHART_MOST = 62.0
AWARD_ROW = 11.0
"""Usual height of a row of awards; a higher one does not shrink the grid."""
BELOW_USUAL = 28.0
"""Usual height of awards and key; only unavoidable excess shrinks the grid."""


class Below(NamedTuple):
    """Heights of the blocks below the grid; a *chart* takes what is left.

    *awards* are the heights with one more row of awards each.
    """

    chart: bool = True
    awards: tuple[float, ...] = ()
    key: float = 0.0
    notes: float = 0.0

    @property
    def least(self) -> float:
        """Return the height of all blocks with the gaps between them."""
        blocks = self.awards[-1] if self.awards else 0, self.key, self.notes
        fixed = sum(each + GAP for each in blocks if each)
        return fixed + (CHART_LEAST + GAP) * self.chart


class Page(NamedTuple):
    """A page inside its margins, and the *rows* of the grid on it."""

    rows: slice
    top: float
    is_last: bool


class SheetLayout(NamedTuple):
    """The sizes of a completed sheet and the positions of its blocks.

    *width* and *height* are inside the margins. Positions ending in *top* are on the
    last page; ``None`` if there is no such block, or if the notes get pages of their
    own.
    """

    paper: Size
    width: float
    height: float
    grid: Grid
    pages: tuple[Page, ...]
    chart: float
    totals_top: float
    chart_top: float | None
    award_rows: int
    awards_top: float | None
    key_top: float | None
    notes_top: float | None


def inner(paper: Size) -> Size:
    """Return the size of *paper* inside its margins."""
    return Size(paper.width - 2 * MARGIN_SIDE, paper.height - MARGIN_TOP - MARGIN_FOOT)


def sheet_layout(
    *, paper: Size, rounds: int, seats: int, before: float, below: Below
) -> SheetLayout:
    """Return the layout of one page, or of several if there are too many rounds."""
    room = inner(paper)
    sum_row = (SUM_WITH_LINES if below.chart else SUM) if rounds else SUM_ALONE
    free = room.height - FOOT - NAMES - sum_row
    bare = (free - HEAD - GAP - below.key) // ROW_LEAST
    pages = ceil(rounds / min(ROWS_ON_A_PAGE, int(bare)))
    # One page without rounds if they are lost.
    parts = slices_of(rounds, ceil(rounds / pages)) if rounds else (slice(0, 0),)
    most = max(part.stop - part.start for part in parts)
    on_last = rounds - most * (len(parts) - 1)
    head = HEAD if len(parts) == 1 else 0.0  # the last page of several has none
    row, below = _shared(free - HEAD, most, on_last, free - head, below)
    grid = Grid(seats, before, room.width, row, sum_row)
    left = free - head - row * on_last - below.least + CHART_LEAST
    chart = round(min(left, CHART_MOST), 2) if below.chart else 0.0
    top = head + NAMES + row * on_last
    chart_top, below_chart = _next_top(top + sum_row, chart)
    awards = below.awards[-1] if below.awards else 0.0
    awards_top, below_awards = _next_top(below_chart, awards)
    key_top, below_key = _next_top(below_awards, below.key)
    notes_top, _ = _next_top(below_key, below.notes)
    return SheetLayout(
        paper=paper,
        width=room.width,
        height=room.height,
        grid=grid,
        pages=tuple(
            Page(part, HEAD if part is parts[0] else 0.0, is_last=part is parts[-1])
            for part in parts
        ),
        chart=chart,
        totals_top=round(top, 2),
        chart_top=chart_top,
        award_rows=len(below.awards),
        awards_top=awards_top,
        key_top=key_top,
        notes_top=notes_top,
    )


def _shared(
    first: float, most: int, on_last: int, last: float, below: Below
) -> tuple[float, Below]:
    """Share the heights of the *first* and *last* page among rows and blocks below."""
    if not most:
        return ROW_MOST, _fitting(below, last)
    wanted, fair = CHART_WANTED * below.chart, CHART_FAIR * below.chart
    usual = last - BELOW_USUAL
    calm = max((usual - wanted) / most, min(ROW_WANTED, (usual - fair) / most))
    # As high as awards with short names.
    heights = tuple(AWARD_ROW * (row + 1) for row in range(len(below.awards)))
    brief = below._replace(awards=heights)
    kept = _fitting(brief, last - ROW_LEAST * on_last)
    tight = (last - kept.least) / on_last
    row = floor(max(ROW_LEAST, min(ROW_MOST, calm, tight, first / most)) * 100) / 100
    rows = range(len(kept.awards), -1, -1)
    shown = [kept._replace(awards=below.awards[:each]) for each in rows]
    left = last - row * on_last
    return row, next((each for each in shown if each.least <= left), shown[-1])


def _fitting(below: Below, room: float) -> Below:
    """Return what fits: without notes, then awards, then the chart."""
    fewer = range(len(below.awards), -1, -1)
    less = [below._replace(notes=0.0, awards=below.awards[:rows]) for rows in fewer]
    tried = (below, *less, Below(chart=False, key=below.key))
    return next((each for each in tried if each.least <= room), tried[-1])


def _next_top(top: float, height: float) -> tuple[float | None, float]:
    if not height:
        return None, top
    return round(top + GAP, 2), round(top + GAP + height, 2)

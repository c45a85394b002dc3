"""How large everything on a completed sheet is, and where it stands.

Pure numbers, in millimetres unless named so. The grid depends on how many rounds and
seats there are, not on what names or remarks say. Names shrink until they fit their
place; what stands below the chart is paid for by the chart, and only when it can give
no more by the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from scorepad.sheets.grid import Columns, Grid
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import Size

MARGIN_SIDE = 13.0
MARGIN_TOP = 12.0
MARGIN_FOOT = 8.0
FOOT = 9.0
"""The scoring line at the very bottom, with the space above it."""

HEAD = 21.0
NAMES = 14.0
SUM = 12.0
SUM_WITH_LINES = 16.5
"""Below the totals stands the piece of its line in the chart, for every seat."""
SUM_ALONE = 24.0
GAP = 2.0
"""Between two of the blocks below the grid."""
RESULT_WIDTH = 70.0

ROW_LEAST = 7.0
ROW_MOST = 12.0
ROW_WANTED = 8.9
"""A row that still looks calm; the chart gives way until rows are this high."""
ROWS_ON_A_PAGE = 24
CHART_LEAST = 15.0
CHART_FAIR = 24.0
CHART_WANTED = 50.0
CHART_MOST = 62.0
BELOW_USUAL = 28.0
"""What the awards and the key of a usual sheet take; more does not move the grid
until there is no other way."""

# Sizes of type in points, each with the lines it may take in its place.
NAME_SIZES: Mapping[float, int] = {
    12: 2,
    11: 2,
    10: 2,
    9: 3,
    8: 3,
    7: 4,
    6.2: 4,
    5.6: 5,
}
TITLE_SIZES: Mapping[float, int] = {24: 1, 21: 1, 18: 1, 15: 1, 12: 2, 10: 2, 8: 3}
LINE_SIZES: Mapping[float, int] = {9.5: 1, 8.5: 1, 7.5: 1, 6.5: 1, 5.5: 1, 5: 2}


@dataclass(frozen=True, slots=True)
class Below:
    """How high the blocks below the grid are; a *chart* is as high as there is room."""

    chart: bool = True
    awards: float = 0.0
    key: float = 0.0
    notes: float = 0.0

    @property
    def fixed(self) -> float:
        """All but the chart, with the gaps between them."""
        return sum(each + GAP for each in (self.awards, self.key, self.notes) if each)


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper without its margins, and the *rows* of the grid on it."""

    rows: slice
    top: float
    is_last: bool


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The sizes of one completed sheet and the places of its blocks.

    The *tops* are measured on the last page; ``None`` where there is no such block,
    or where the notes are too long for the page and get pages of their own.
    """

    paper: Size
    grid: Grid
    pages: tuple[Page, ...]
    chart: float
    totals_top: float
    chart_top: float | None
    awards_top: float | None
    key_top: float | None
    notes_top: float | None
    title_size: float
    name_sizes: tuple[float, ...]
    place_size: float
    winner_size: float

    @property
    def width(self) -> float:
        """Of everything between the margins."""
        return inner(self.paper).width

    @property
    def height(self) -> float:
        """Of everything between the margins."""
        return inner(self.paper).height


def inner(paper: Size) -> Size:
    """What is left of the *paper* between its margins."""
    return Size(paper.width - 2 * MARGIN_SIDE, paper.height - MARGIN_TOP - MARGIN_FOOT)


def sheet_layout(  # noqa: PLR0913 - everything that can need room
    *,
    paper: Size,
    rounds: int,
    columns: Columns,
    below: Below,
    names: Sequence[str],
    title: str,
    place: str = "",
    winner: str = "",
) -> SheetLayout:
    """Share out the page, or the pages where there are too many rounds for one."""
    room = inner(paper)
    parts = _parts(rounds)
    most = max((part.stop - part.start for part in parts), default=0)
    on_last = rounds - most * (len(parts) - 1)
    sum_row = _sum_row(rounds, below)
    free = room.height - FOOT - NAMES - sum_row
    head = HEAD if len(parts) == 1 else 0.0  # the last page of several has none
    row, below = _row(free - HEAD, most, on_last, free - head, below)
    grid = Grid(columns, room.width, row, sum_row)
    left = free - head - row * on_last - below.fixed - GAP
    chart = round(max(min(left, CHART_MOST), CHART_LEAST), 2) if below.chart else 0.0
    top = head + NAMES + row * on_last
    chart_top, below_chart = _next_top(top + sum_row, chart)
    awards_top, below_awards = _next_top(below_chart, below.awards)
    key_top, below_key = _next_top(below_awards, below.key)
    notes_top, _ = _next_top(below_key, below.notes)
    return SheetLayout(
        paper=paper,
        grid=grid,
        pages=tuple(
            Page(part, HEAD if part is parts[0] else 0.0, is_last=part is parts[-1])
            for part in parts
        ),
        chart=chart,
        totals_top=round(top, 2),
        chart_top=chart_top,
        awards_top=awards_top,
        key_top=key_top,
        notes_top=notes_top,
        title_size=size_for(title, width_mm=room.width, sizes=TITLE_SIZES),
        name_sizes=tuple(
            size_for(name, width_mm=grid.player - 3, sizes=NAME_SIZES) for name in names
        ),
        place_size=size_for(
            place, width_mm=room.width - RESULT_WIDTH - 4, sizes=LINE_SIZES
        ),
        winner_size=size_for(winner, width_mm=RESULT_WIDTH, sizes=LINE_SIZES),
    )


def _parts(rounds: int) -> tuple[slice, ...]:
    """The rounds on every page; one page without rounds where they are lost."""
    each = ceil(rounds / ceil(rounds / ROWS_ON_A_PAGE)) if rounds else 1
    return tuple(
        slice(first, min(first + each, rounds))
        for first in range(0, max(rounds, 1), each)
    )


def _sum_row(rounds: int, below: Below) -> float:
    if not rounds:
        return SUM_ALONE
    return SUM_WITH_LINES if below.chart else SUM


def _row(
    first: float, most: int, on_last: int, last: float, below: Below
) -> tuple[float, Below]:
    """How high a row is, and what then finds its place below the grid.

    *first* and *last* are the room for rows, and all below them, on the first and the
    last page. Rows are as high as leaves a usual sheet a good chart, or else as can be
    read well; notes that would squeeze them are left to a page of their own.
    """
    if not most:
        return ROW_MOST, below
    wanted, fair = CHART_WANTED * below.chart, CHART_FAIR * below.chart
    usual = last - BELOW_USUAL
    calm = max((usual - wanted) / most, min(ROW_WANTED, (usual - fair) / most))
    tight = (last - below.fixed - (CHART_LEAST + GAP) * below.chart) / on_last
    if tight < ROW_LEAST and below.notes:
        return _row(first, most, on_last, last, replace(below, notes=0.0))
    row = max(ROW_LEAST, min(ROW_MOST, calm, tight, first / most))
    return floor(row * 100) / 100, below


def _next_top(top: float, height: float) -> tuple[float | None, float]:
    """Where a block of this *height* begins, and where it ends."""
    if not height:
        return None, top
    return round(top + GAP, 2), round(top + GAP + height, 2)

"""How large everything on a sheet is: pure numbers, in millimetres unless named so.

The grid of a page depends on how many rounds and seats there are, not on what names
or remarks say. Names shrink until they fit their place; long legends and notes are
paid for by the chart, and only when it can give no more by the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from scorepad.sheets.lettering import ems, lines_for, size_for

PAGE_WIDTH = 210
PAGE_HEIGHT = 297
MARGIN_SIDE = 13
MARGIN_TOP = 12
MARGIN_FOOT = 17
"""Below the sheet, with the scoring line in it."""
WIDTH = PAGE_WIDTH - 2 * MARGIN_SIDE
HEIGHT = PAGE_HEIGHT - MARGIN_TOP - MARGIN_FOOT

WHEN_WIDTH = 110
RESULT_WIDTH = 70
HEAD = 21
NAMES = 14
SUM = 14
SUM_ALONE = 24
GAP = 10
SMALL_LINE = 4.6
"""One line of the legend and the notes."""

SMALL_LINES = 4
"""So many of them belong to every sheet: names with their lines, and the signs."""

ROW_LEAST = 7.0
ROW_MOST = 12.0
ROW_WANTED = 8.9
"""A row that still looks calm; the chart gives way until rows are this high."""
ROWS_ON_A_PAGE = 24
CHART_LEAST = 15
CHART_FAIR = 24
CHART_WANTED = 50
CHART_MOST = 62

NUMBER_COLUMN = 11
CARDS_COLUMN = 9
TRUMP_COLUMN = 10

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
SMALL_EMS = WIDTH / 25.4 * 72 / 8


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The sizes of one completed sheet; *pages* slices its lines into pages."""

    row: float
    sum_row: float
    chart: int
    strip: float
    player: float
    title_size: float
    name_sizes: tuple[float, ...]
    place_size: float
    winner_size: float
    pages: tuple[slice, ...]

    @property
    def total_size(self) -> float:
        """Points of a running total."""
        return round(min(15.5, self.row * 1.42), 1)

    @property
    def bid_box(self) -> float:
        """Height of the small box of the bid."""
        return round(min(self.row * 0.58, 6.4), 2)

    @property
    def bid_size(self) -> float:
        """Points of a bid."""
        return round(min(11, self.row * 1.08), 1)

    @property
    def tricks_line(self) -> float:
        """Height of the line below the bid."""
        return round(self.row - self.bid_box, 2)

    @property
    def ring(self) -> float:
        """Diameter of the ring around a bid that was met."""
        return round(self.bid_box - 0.7, 2)

    @property
    def ring_line(self) -> float:
        """Height inside the ring's own line."""
        return round(self.ring - 0.55, 2)

    @property
    def ring_top(self) -> float:
        """How far the ring hangs from the top of its box."""
        return 0.3

    @property
    def total_right(self) -> float:
        """Where totals end, from the right of their cell: one column of numbers."""
        left = self.player - self.strip
        return round(self.strip + max((left - self.total_size * 0.85) / 2, 1.4), 2)

    @property
    def dealer_top(self) -> float:
        """The dealer's dot is level with the middle of the row."""
        return round(self.row / 2 - 0.85, 2)

    @property
    def sum_right(self) -> float:
        """Where final totals end, so that the medal stands beside them."""
        return round(max(self.total_right - 1, 9.2), 2)

    @property
    def medal_right(self) -> float:
        """Where the medal ends."""
        return round(self.sum_right - 8.2, 2)


def sheet_layout(  # noqa: PLR0913 - everything that can need room
    *,
    rounds: int,
    names: Sequence[str],
    title: str,
    place: str = "",
    winner: str = "",
    cards_column: bool = False,
    trump_column: bool = True,
    chart: bool = True,
    key_entries: int = 3,
    notes: Sequence[str] = (),
) -> SheetLayout:
    """Share out the page, or the pages where there are too many rounds for one."""
    columns = NUMBER_COLUMN + CARDS_COLUMN * cards_column + TRUMP_COLUMN * trump_column
    player = round((WIDTH - columns * bool(rounds)) / len(names), 2)
    pages = _pages(rounds)
    longest = max((page.stop - page.start for page in pages), default=0)
    small = _legend_lines(names) * chart + ceil(key_entries / 4) + _lines(notes)
    room = HEIGHT - HEAD - NAMES - SUM - GAP - small * SMALL_LINE
    row = _row(room, max(longest, 1), small=small, chart=chart)
    # Only the first page has a head, only the last one a chart.
    left = room + HEAD * (len(pages) > 1) - row * (rounds - longest * (len(pages) - 1))
    chart_mm = max(min(int(left), CHART_MOST), CHART_LEAST)
    return SheetLayout(
        row=row,
        sum_row=SUM if rounds else SUM_ALONE,
        chart=chart_mm if chart else 0,
        strip=min(10.0, round(player * 0.33, 1)),
        player=player,
        title_size=size_for(title, width_mm=WIDTH, sizes=TITLE_SIZES),
        name_sizes=tuple(
            size_for(name, width_mm=player - 3, sizes=NAME_SIZES) for name in names
        ),
        place_size=size_for(place, width_mm=WHEN_WIDTH, sizes=LINE_SIZES),
        winner_size=size_for(winner, width_mm=RESULT_WIDTH, sizes=LINE_SIZES),
        pages=pages,
    )


def _pages(rounds: int) -> tuple[slice, ...]:
    if not rounds:
        return ()
    each = ceil(rounds / ceil(rounds / ROWS_ON_A_PAGE))
    return tuple(
        slice(first, min(first + each, rounds)) for first in range(0, rounds, each)
    )


def _row(room: float, rows: int, *, small: int, chart: bool) -> float:
    """As high as leaves a usual sheet a good chart, or else as can be read well."""
    usual = room + (small - SMALL_LINES) * SMALL_LINE
    calm = max(
        (usual - CHART_WANTED * chart) / rows,
        min(ROW_WANTED, (usual - CHART_FAIR * chart) / rows),
    )
    tight = (room - CHART_LEAST * chart) / rows
    return round(max(ROW_LEAST, min(ROW_MOST, calm, tight)) - 0.005, 2)


def _lines(notes: Sequence[str]) -> int:
    return sum(lines_for(note, width=SMALL_EMS) for note in notes)


def _legend_lines(names: Sequence[str]) -> int:
    lines, left = 1, SMALL_EMS
    for name in names:
        needed = min(ems(name) + 7, SMALL_EMS)
        if needed > left:
            lines, left = lines + 1, SMALL_EMS
        left -= needed
    return lines

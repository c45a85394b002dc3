"""Sizes on a completed sheet.

Numbers are in millimetres unless stated; small paper is a reduction. The grid depends
on rounds and seats, not on names, which shrink to fit. Blocks below the chart reduce
the chart first, then the rows. If space is short, notes move to a page of their own,
then awards and the chart are dropped; on A6, notes come before them.
"""

from math import ceil, floor
from typing import NamedTuple

from scorepad.pdf.paper import Paper, Size, laid_out_on, slices_of

FIGURE = 0.559 * 25.4 / 72  # width of a figure, or a minus, per point
FIGURE_MIDDLE = 0.357 * 25.4 / 72  # from the line to the middle of a figure, per point
_IN_FIGURES = {"→": 1.42, "°": 0.72}  # widths of signs, in figures
BESIDE_LEAST = 1.2  # least distance of totals from bids
FOOT = 9.0  # the scoring line at the bottom, with the space above it
NAMES = 14.0
SUM = 12.0
SUM_WITH_LINES = 16.5  # below the totals is a sample of each seat's line in the chart
SUM_ALONE = 24.0
GAP = 2.0  # between two blocks below the grid
ROW_MOST = 12.0
ROW_WANTED = 8.9  # a comfortable row; the chart shrinks until rows are this high
ROWS_ON_A_PAGE = 24
CHART_LEAST = 28.0
CHART_FAIR = 33.0
CHART_WANTED = 50.0
CHART_MOST = 62.0
AWARD_LINE = 4.0
AWARD_ROW = 11.0  # usual height; a higher one does not shrink the grid
BELOW_USUAL = 28.0  # of awards and key; only unavoidable excess shrinks the grid


class Measures(NamedTuple):
    """Sizes that depend on the paper; *side*, *top* and *foot* are its margins.

    *head* is the height above the grid, *result* the width of the winner's name there,
    *scoring* the space to the right of the line at the bottom. On *small* paper, notes
    come before awards and chart.
    """

    side: float = 13.0
    top: float = 12.0
    foot: float = 8.0
    head: float = 21.0
    result: float = 70.0
    scoring: float = 0.0
    row: float = 6.8
    dealer: float = 4.2
    beside_name: float = 1.5
    small: bool = False


MEASURES = dict.fromkeys(Paper, Measures()) | {
    Paper.A6: Measures(
        side=9.3,
        top=9.3,
        foot=9.3,
        head=24.0,
        result=52.0,
        scoring=13.2,
        row=7.4,
        dealer=2.8,
        beside_name=0.8,
        small=True,
    )
}


class Grid:
    """The grid of a sheet; *before* is the width of the columns left of the players.

    Sizes of type are in points: those of a running total, a final total and its rank,
    tricks and points of a round.
    """

    def __init__(
        self, paper: Paper, seats: int, before: float, row: float, figures: int
    ) -> None:
        self.seats, self.before, self.row = seats, before, row
        self.width = width = inner(paper).width
        # A player's column, and its right part with the bid in a box, and tricks.
        self.player = player = round((width - before) / seats, 3)
        self.strip = min(10.0, round(player * 0.36, 1))
        self.bid_box = round(min(row * 0.6, 6.4), 2)
        self.tricks_size = round(min(7.5, row * 0.92), 1)
        # The dealer's dot is beside the total, which is right-aligned.
        self.dot = min(round(player * 0.16, 2), MEASURES[paper].dealer)
        left = player - self.strip
        room = left - BESIDE_LEAST - self.dot
        self.total_size = round(min(15.5, row * 1.42, room / FIGURE / figures), 1)
        middle = (left - self.total_size * 0.85) / 2
        self.beside_strip = round(max(middle, BESIDE_LEAST), 2)
        # The radius of a medal, to the right of a final total; a rank is its figure.
        self.medal = round(min(3.0, player * 0.15), 2)
        right = round(max(self.strip + self.beside_strip - 1, self.medal * 9.2 / 3), 2)
        self.medal_right = round(right - self.medal * 8.2 / 3, 2)
        self.sum_size = round(min(19.0, (player - right - 1.2) / FIGURE / figures), 1)
        self.rank_size = round(9.5 * self.medal / 3, 1)
        self.rank_rise = round(FIGURE_MIDDLE * (self.sum_size - self.rank_size), 2)

    def left(self, seat: int) -> float:
        """Return the left edge of a seat's column."""
        return self.before + seat * self.player

    def bid_size(self, bid: str) -> float:
        """Return the points of a bid, such as ``2`` or ``9→10``, inside its box."""
        width = sum(FIGURE * _IN_FIGURES.get(sign, 1) for sign in bid)
        largest = min(11, self.row * 1.08, self.total_size * 0.8)
        return round(min(largest, self.strip * 0.9 / width), 1)


class Below(NamedTuple):
    """Heights of the blocks below the grid; a *chart* takes what is left."""

    chart: bool = True
    awards: tuple[float, ...] = ()
    key: float = 0.0
    notes: float = 0.0

    @property
    def least(self) -> float:
        """Return the height of all blocks with the gaps between them."""
        blocks = sum(self.awards), self.key, self.notes
        fixed = sum(each + GAP for each in blocks if each)
        return fixed + (CHART_LEAST + GAP) * self.chart


class Page(NamedTuple):
    """A page inside its margins, and the *rows* of the grid on it."""

    rows: slice
    top: float
    is_last: bool


def inner(paper: Paper) -> Size:
    """Return the size of *paper* inside its margins, in the units of the layout."""
    whole, its = laid_out_on(paper), MEASURES[paper]
    return Size(whole.width - 2 * its.side, whole.height - its.top - its.foot)


class SheetLayout:
    """One page, or several if there are too many rounds; sizes are inside the margins.

    *chart* is its height, 0 without one. Without *has_notes* they get pages of their
    own.
    """

    def __init__(  # noqa: PLR0913 - inputs of the layout
        self,
        *,
        paper: Paper,
        rounds: int,
        seats: int,
        figures: int,
        before: float,
        below: Below,
    ) -> None:
        self.paper = laid_out_on(paper)
        self.measures = measures = MEASURES[paper]
        self.width, self.height = inner(paper)
        self.sum_row = SUM_WITH_LINES if below.chart else SUM
        self.sum_row = self.sum_row if rounds else SUM_ALONE
        free = self.height - FOOT - NAMES - self.sum_row
        first = free - measures.head
        fitting = int((first - GAP - below.key) // measures.row)
        pages = max(1, ceil(rounds / min(ROWS_ON_A_PAGE, fitting)))
        most = ceil(rounds / pages)
        on_last = rounds - most * (pages - 1)
        # The last page of several has no head.
        last = free - measures.head * (pages == 1)
        row, below = _shared(first, most, on_last, last, measures, below)
        self.grid = Grid(paper, seats, before, row, figures)
        left = last - row * on_last - below.least + CHART_LEAST
        self.pages = [
            Page(part, measures.head * (not part.start), is_last=part.stop == rounds)
            for part in slices_of(rounds, max(1, most)) or (slice(0, 0),)
        ]
        self.chart = round(min(left, CHART_MOST), 2) if below.chart else 0.0
        self.award_rows = len(below.awards)
        self.has_notes = bool(below.notes)


def _shared(  # noqa: PLR0913, PLR0917 - inputs of the layout
    first: float, most: int, on_last: int, last: float, its: Measures, below: Below
) -> tuple[float, Below]:
    """Share the heights of the *first* and *last* page among rows and blocks below."""
    if not most:
        return ROW_MOST, _fitting(below, last, its)
    wanted, fair = CHART_WANTED * below.chart, CHART_FAIR * below.chart
    usual = last - BELOW_USUAL
    calm = max((usual - wanted) / most, min(ROW_WANTED, (usual - fair) / most))
    # As high as awards with short names.
    heights = (AWARD_ROW,) * len(below.awards)
    kept = _fitting(below._replace(awards=heights), last - its.row * on_last, its)
    high = min(ROW_MOST, calm, (last - kept.least) / on_last, first / most)
    row = floor(max(its.row, high) * 100) / 100
    rows = range(len(kept.awards), -1, -1)
    shown = [kept._replace(awards=below.awards[:each]) for each in rows]
    left = last - row * on_last
    return row, next((each for each in shown if each.least <= left), shown[-1])


def _fitting(below: Below, room: float, its: Measures) -> Below:
    """Return what fits: without notes, then awards, then the chart."""
    fewer = range(len(below.awards), -1, -1)
    less = [below._replace(awards=below.awards[:rows]) for rows in fewer]
    less.append(below._replace(awards=(), chart=False))
    quiet = [each._replace(notes=0.0) for each in less]
    tried = (*less, *quiet) if its.small else (below, *quiet)
    return next((each for each in tried if each.least <= room), tried[-1])

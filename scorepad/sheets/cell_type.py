"""Where the figures stand in a cell, as the style sheet says it.

A cell is one line of text set from the right: the total, the bid raised into its box,
the tricks lowered below it. Boxes inside the cells would take WeasyPrint twice as long.
Figures are as wide as each other, so every place can be worked out. Lengths are
millimetres unless named points; *count* is how many characters a bid or the like has.
"""

from dataclasses import dataclass

from scorepad.sheets.grid import Grid

_MM = 25.4 / 72

# Of Noto Serif and Noto Sans, in ems: tabular figures, the space, and how far the
# middle of a line lies above its baseline; then the middle of the figures.
SERIF_FIGURE = 0.559
SANS_FIGURE = 0.572
SPACE = 0.26
LINE_MIDDLE = 0.388
FIGURE_MIDDLE = 0.357

TRICKS_POINTS = 7.5
TRICKS_PER_ROW = 0.92
"""Points of the tricks for each millimetre of a low row."""
RANK_POINTS = 9.5
SUM_POINTS = 19
COUNTS = range(1, 6)
"""From one figure to a changed bid of two, such as 9→10."""


@dataclass(frozen=True, slots=True)
class CellType:
    """The type in the cells of a *grid*; totals make room for *points* below them."""

    grid: Grid
    points: bool = False

    @property
    def line(self) -> float:
        """Height of the line of the total."""
        return round(self.grid.row * (0.68 if self.points else 1), 2)

    @property
    def _baseline(self) -> float:
        return self.line / 2 + LINE_MIDDLE * self.grid.total_size * _MM

    def _rise(self, middle: float, points: float) -> float:
        """How far the baseline is raised to have figures around a *middle*."""
        return round(self._baseline - middle - FIGURE_MIDDLE * points * _MM, 3)

    def bid_points(self, count: int) -> float:
        """Size of a bid; a changed one is smaller, to stay in its box."""
        fitting = (self.grid.strip - 1.4) / (SERIF_FIGURE * count * _MM)
        return round(min(self.grid.bid_size, fitting), 1)

    def bid_rise(self, count: int) -> float:
        """From the baseline of the total to that of the bid."""
        return self._rise(self.grid.bid_box / 2, self.bid_points(count))

    def _bid_half(self, count: int) -> float:
        return SERIF_FIGURE * count * self.bid_points(count) * _MM / 2

    def bid_right(self, count: int) -> float:
        """From a bid to the right of its cell."""
        return round(self.grid.strip / 2 - self._bid_half(count), 3)

    def bid_right_of_space(self, count: int) -> float:
        """The same where a space follows the bid, and the tricks."""
        return round(self.bid_right(count) - SPACE * self.bid_points(count) * _MM, 3)

    def bid_left(self, count: int) -> float:
        """From the space after a total to the bid."""
        space = SPACE * self.grid.total_size * _MM
        return round(self.grid.beside_strip + self.bid_right(count) - space, 3)

    @property
    def no_bid(self) -> float:
        """What stands in for a bid that nobody knows."""
        return self.bid_left(1) + self.grid.strip - self.bid_right(1)

    @property
    def tricks_points(self) -> float:
        """Size of the tricks, and of a round's points."""
        return round(min(TRICKS_POINTS, self.grid.row * TRICKS_PER_ROW), 1)

    @property
    def tricks_rise(self) -> float:
        """From the baseline of the total to that of the tricks; below it."""
        return self._rise((self.grid.row + self.grid.bid_box) / 2, self.tricks_points)

    def _tricks_half(self, count: int) -> float:
        return SANS_FIGURE * count * self.tricks_points * _MM / 2

    def tricks_back(self, count: int) -> float:
        """From the right of the cell back to the tricks."""
        return round(self.grid.strip / 2 + self._tricks_half(count), 3)

    def tricks_right(self, count: int) -> float:
        """From the tricks to the right of the cell."""
        return round(self.grid.strip / 2 - self._tricks_half(count), 3)

    @property
    def points_rise(self) -> float:
        """From the baseline of the total to that of the round's points, below it."""
        return self._rise(self.grid.row * 0.8, self.tricks_points)

    def points_back(self, count: int) -> float:
        """From the end of the total, and a space, back to the round's points."""
        space = SPACE * self.grid.total_size * _MM
        return round(2 * self._tricks_half(count) + space, 3)

    @property
    def rank_left(self) -> float:
        """From the space after a final total to its rank."""
        half, space = SERIF_FIGURE * RANK_POINTS / 2, SPACE * SUM_POINTS
        return round(2.2 + 3 - (half + space) * _MM, 3)

    @property
    def rank_right(self) -> float:
        """From a rank to the right of its cell."""
        half = SERIF_FIGURE * RANK_POINTS / 2 * _MM
        return round(self.grid.medal_right + 3 - half, 3)

    @property
    def rank_rise(self) -> float:
        """Ranks and final totals have the same middle."""
        return round((LINE_MIDDLE * SUM_POINTS - FIGURE_MIDDLE * RANK_POINTS) * _MM, 3)

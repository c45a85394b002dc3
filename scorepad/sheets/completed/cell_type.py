"""Where the figures stand in a cell, as the style sheet says it.

A cell is one line of text set from the right: the total, the bid raised into its box,
the tricks lowered below it. Boxes inside the cells would take WeasyPrint twice as long.
Figures are as wide as each other, so every place can be worked out. Lengths are
millimetres unless named points; *count* is how many figures the tricks or the points
have, *shape* is what a bid is made of (:func:`shape_of`).
"""

from dataclasses import dataclass

from scorepad.sheets.completed.layout import Grid

_MM = 25.4 / 72

# Of Noto Serif and Noto Sans, in ems: tabular figures, the space, and how far the
# middle of a line lies above its baseline; then the middle of the figures.
SERIF_FIGURE = 0.559
SANS_FIGURE = 0.572
SPACE = 0.26
ARROW = 0.794
DEGREE = 0.4
LINE_MIDDLE = 0.388
FIGURE_MIDDLE = 0.357

TRICKS_POINTS = 7.5
TRICKS_PER_ROW = 0.92
"""Points of the tricks for each millimetre of a low row."""
RANK_POINTS = 9.5
COUNTS = range(1, 6)
SIGNS = {"→": ("a", ARROW), "°": ("d", DEGREE)}

SHAPES = tuple(
    f"{figures}{arrow}{late}"
    for arrow, counts in (("", (1, 2)), ("a", (2, 3, 4)))
    for figures in counts
    for late in ("", "d")
)
"""From one figure to a changed bid of twice two that was noted late."""


def shape_of(bid: str) -> str:
    """How many figures a bid has, and with which signs.

    >>> [shape_of(bid) for bid in ("3", "10", "9→10", "2°")]
    ['1', '2', '3a', '1d']
    """
    figures = sum(sign.isdigit() for sign in bid)
    return f"{figures}{''.join(SIGNS[sign][0] for sign in bid if sign in SIGNS)}"


def _ems(shape: str) -> float:
    """How wide a bid of such a shape is, in ems."""
    signs = sum(width for letter, width in SIGNS.values() if letter in shape)
    return SERIF_FIGURE * int(shape[0]) + signs


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

    def bid_points(self, shape: str) -> float:
        """Size of a bid; a changed one is smaller, to stay in its box."""
        fitting = (self.grid.strip - 1.4) / (_ems(shape) * _MM)
        return round(min(self.grid.bid_size, fitting), 1)

    def bid_rise(self, shape: str) -> float:
        """From the baseline of the total to that of the bid."""
        return self._rise(self.grid.bid_box / 2, self.bid_points(shape))

    def _bid_half(self, shape: str) -> float:
        return _ems(shape) * self.bid_points(shape) * _MM / 2

    def bid_right(self, shape: str) -> float:
        """From a bid to the right of its cell."""
        return round(self.grid.strip / 2 - self._bid_half(shape), 3)

    def bid_right_of_space(self, shape: str) -> float:
        """The same where a space follows the bid, and the tricks."""
        return round(self.bid_right(shape) - SPACE * self.bid_points(shape) * _MM, 3)

    def bid_left(self, shape: str) -> float:
        """From the space after a total to the bid."""
        space = SPACE * self.grid.total_size * _MM
        return round(self.grid.beside_strip + self.bid_right(shape) - space, 3)

    @property
    def no_bid(self) -> float:
        """What stands in for a bid that nobody knows."""
        return self.bid_left("1") + self.grid.strip - self.bid_right("1")

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
        return self.tricks_rise

    def points_back(self, count: int) -> float:
        """From the end of the total, and a space, back to the round's points."""
        space = SPACE * self.grid.total_size * _MM
        return round(2 * self._tricks_half(count) + space, 3)

    @property
    def rank_left(self) -> float:
        """From the space after a final total to its rank."""
        half, space = SERIF_FIGURE * RANK_POINTS / 2, SPACE * self.grid.sum_size
        return round(2.2 + 3 - (half + space) * _MM, 3)

    @property
    def rank_right(self) -> float:
        """From a rank to the right of its cell."""
        half = SERIF_FIGURE * RANK_POINTS / 2 * _MM
        return round(self.grid.medal_right + 3 - half, 3)

    @property
    def rank_rise(self) -> float:
        """Ranks and final totals have the same middle."""
        rise = (LINE_MIDDLE * self.grid.sum_size - FIGURE_MIDDLE * RANK_POINTS) * _MM
        return round(rise, 3)

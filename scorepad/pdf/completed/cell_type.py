"""Where the figures stand in a cell, as the style sheet says it."""

from typing import Any

from scorepad.pdf.completed.layout import Grid

# Of Noto Serif and Noto Sans, in ems: tabular figures, the space, and how far the
# middle of a line lies above its baseline; then the middle of the figures.
SERIF_FIGURE = 0.559
SANS_FIGURE = 0.572
SPACE = 0.26
LINE_MIDDLE = 0.388
FIGURE_MIDDLE = 0.357
SIGNS = {"→": ("a", 0.794), "°": ("d", 0.4)}
"""The signs beside the figures of a bid: their letter in a shape, their ems."""

TRICKS_POINTS = 7.5
TRICKS_PER_ROW = 0.92
"""Points of the tricks for each millimetre of a low row."""
RANK_POINTS = 9.5
SHAPES = tuple(
    f"{figures}{arrow}{late}"
    for arrow, counts in (("", (1, 2)), ("a", (2, 3, 4)))
    for figures in counts
    for late in ("", "d")
)
"""From one figure to a changed bid of twice two that was noted late."""
_MM = 25.4 / 72


def shape_of(bid: str) -> str:
    """How many figures a bid has, and with which signs.

    >>> [shape_of(bid) for bid in ("3", "10", "9→10", "2°")]
    ['1', '2', '3a', '1d']
    """
    figures = sum(sign.isdigit() for sign in bid)
    return f"{figures}{''.join(SIGNS[sign][0] for sign in bid if sign in SIGNS)}"


def cell_type(grid: Grid, *, has_points: bool) -> dict[str, Any]:
    """Sizes and places of the type in the cells, for the style sheet.

    A cell is one line of text set from the right: the total, the bid raised into its
    box, the tricks lowered below it. Boxes inside the cells would take WeasyPrint twice
    as long. Figures are as wide as each other, so every place can be worked out. With
    points totals make room for those of the round below them. *bids* are by the shape
    of a bid (:func:`shape_of`), *counts* by how many figures tricks or points have.
    """
    line = round(grid.row * (0.68 if has_points else 1), 2)
    baseline = line / 2 + LINE_MIDDLE * grid.total_size * _MM
    space = SPACE * grid.total_size * _MM

    def rise(middle: float, points: float) -> float:
        """How far the baseline is raised to have figures around a *middle*."""
        return round(baseline - middle - FIGURE_MIDDLE * points * _MM, 3)

    bids = {}
    for shape in SHAPES:
        signs = sum(ems for letter, ems in SIGNS.values() if letter in shape)
        width = SERIF_FIGURE * int(shape[0]) + signs
        # A changed one is smaller, to stay in its box.
        points = round(min(grid.bid_size, (grid.strip - 1.4) / (width * _MM)), 1)
        right = round(grid.strip / 2 - width * points * _MM / 2, 3)
        bids[shape] = {
            "points": points,
            "rise": rise(grid.bid_box / 2, points),
            "right": right,
            "right_of_space": round(right - SPACE * points * _MM, 3),
            "left": round(grid.beside_strip + right - space, 3),
        }
    tricks = round(min(TRICKS_POINTS, grid.row * TRICKS_PER_ROW), 1)
    counts = {}
    for count in range(1, 6):
        half = SANS_FIGURE * count * tricks * _MM / 2
        counts[count] = {
            "back": round(grid.strip / 2 + half, 3),
            "right": round(grid.strip / 2 - half, 3),
            "points_back": round(2 * half + space, 3),
        }
    rank = SERIF_FIGURE * RANK_POINTS / 2
    rank_rise = LINE_MIDDLE * grid.sum_size - FIGURE_MIDDLE * RANK_POINTS
    return {
        "line": line,
        "bids": bids,
        "no_bid": bids["1"]["left"] + grid.strip - bids["1"]["right"],
        "counts": counts,
        "tricks": tricks,
        "tricks_rise": rise((grid.row + grid.bid_box) / 2, tricks),
        "rank_left": round(2.2 + 3 - (rank + SPACE * grid.sum_size) * _MM, 3),
        "rank_right": round(grid.medal_right + 3 - rank * _MM, 3),
        "rank_rise": round(rank_rise * _MM, 3),
    }

"""Positions of figures in a cell, for the style sheet."""

from typing import Any

from scorepad.pdf.completed.layout import Grid

# Noto Serif and Noto Sans in ems: tabular figures, space, height of a line's middle
# above its baseline, and the middle of figures.
SERIF_FIGURE = 0.559
SANS_FIGURE = 0.572
SPACE = 0.26
LINE_MIDDLE = 0.388
FIGURE_MIDDLE = 0.357
SIGNS = {"→": ("a", 0.794), "°": ("d", 0.4)}
"""Symbols in a bid: their letter in a shape, and their width in ems."""

TRICKS_POINTS = 7.5
TRICKS_PER_ROW = 0.92
"""Points of the tricks per millimetre of a low row."""
RANK_POINTS = 9.5
SHAPES = tuple(
    f"{figures}{arrow}{late}"
    for arrow, counts in (("", (1, 2)), ("a", (2, 3, 4)))
    for figures in counts
    for late in ("", "d")
)
"""From one figure to a changed late bid of two figures each."""
_MM = 25.4 / 72


def shape_of(bid: str) -> str:
    """Return the shape of a bid: number of figures, and symbols.

    >>> [shape_of(bid) for bid in ("3", "10", "9→10", "2°")]
    ['1', '2', '3a', '1d']
    """
    figures = sum(sign.isdigit() for sign in bid)
    return f"{figures}{''.join(SIGNS[sign][0] for sign in bid if sign in SIGNS)}"


def cell_type(grid: Grid, *, has_points: bool) -> dict[str, Any]:
    """Return sizes and positions of text in the cells, for the style sheet.

    A cell is one line, set from the right: the total, the bid raised into its box, the
    tricks lowered below it. Boxes inside cells would take WeasyPrint twice as long.
    Figures have equal widths, so positions can be computed. *has_points* leaves space
    for the points of the round. *bids* is by shape (:func:`shape_of`), *counts* by the
    number of figures of tricks or points.
    """
    line = round(grid.row * (0.68 if has_points else 1), 2)
    baseline = line / 2 + LINE_MIDDLE * grid.total_size * _MM
    space = SPACE * grid.total_size * _MM

    def rise(middle: float, points: float) -> float:
        """Return the rise of the baseline that centres figures on a *middle*."""
        return round(baseline - middle - FIGURE_MIDDLE * points * _MM, 3)

    bids = {}
    for shape in SHAPES:
        signs = sum(ems for letter, ems in SIGNS.values() if letter in shape)
        width = SERIF_FIGURE * int(shape[0]) + signs
        # A changed bid is smaller, to fit into its box.
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

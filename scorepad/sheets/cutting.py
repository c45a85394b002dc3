"""Marks that show where a page of several sheets is cut."""

from scorepad.sheets.paper import Size, cuts
from scorepad.sheets.strokes import Pen, Stroke

REACH = 6.0
"""Millimetres from the edge of the paper that no printer reaches."""

LENGTH = 5.0


def cut_marks(page: Size, count: int) -> tuple[Stroke, ...]:
    """Marks at the edges of the *page*, and a cross where two cuts meet."""
    x, y = cuts(page, count)
    marks: list[Stroke] = []
    if x is not None:
        marks += _down(x, REACH), _down(x, page.height - REACH - LENGTH)
    if y is not None:
        marks += _across(REACH, y), _across(page.width - REACH - LENGTH, y)
    if x is not None and y is not None:
        marks += _down(x, y - LENGTH / 2), _across(x - LENGTH / 2, y)
    return tuple(marks)


def _down(x: float, top: float) -> Stroke:
    return Stroke(Pen.HAIR, x, top, x, top + LENGTH)


def _across(left: float, y: float) -> Stroke:
    return Stroke(Pen.HAIR, left, y, left + LENGTH, y)

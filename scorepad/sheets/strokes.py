"""Straight lines on paper, in millimetres, and the pens that draw them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Pen(StrEnum):
    """How strong a line is."""

    HAIR = "hair"
    FIFTH = "fifth"
    HEAVY = "heavy"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    pen: Pen
    x1: float
    y1: float
    x2: float
    y2: float


def path_of(strokes: Sequence[Stroke], pen: Pen) -> str:
    """All strokes of one pen as the path of a drawing.

    >>> path_of([Stroke(Pen.HAIR, 0, 2, 9.5, 2)], Pen.HAIR)
    'M0 2L9.5 2'
    """
    return "".join(
        f"M{s.x1:g} {s.y1:g}L{s.x2:g} {s.y2:g}" for s in strokes if s.pen is pen
    )

"""Paper sizes, pieces of a page, and the space on each."""

from enum import StrEnum
from typing import NamedTuple


class Paper(StrEnum):
    """A paper size of printers."""

    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"
    HALF_LETTER = "half-letter"


class Turn(StrEnum):
    """The orientation of paper; *AUTO* depends on the sheet."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Size(NamedTuple):
    """Width and height in millimetres."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        """Return the size in the other orientation."""
        return Size(self.height, self.width)


PAPERS = {
    Paper.A4: Size(210, 297),
    Paper.A5: Size(148, 210),
    Paper.A6: Size(105, 148),
    Paper.LETTER: Size(215.9, 279.4),
    Paper.HALF_LETTER: Size(139.7, 215.9),
}
"""Every paper size in portrait."""

PER_PAGE = (1, 2, 4)
"""Into how many sheets a page can be cut."""


def slots(page: Size, count: int) -> tuple[tuple[float, float], ...]:
    """Return the upper left corners of *count* equal pieces of a *page*.

    The first cut halves the longer side, the second the other one.

    >>> slots(Size(297, 210), 2)
    ((0.0, 0.0), (148.5, 0.0))
    """
    across, down = _grid(page, count)
    return tuple(
        (column * page.width / across, row * page.height / down)
        for row in range(down)
        for column in range(across)
    )


def piece(page: Size, count: int) -> Size:
    """Return the size of each of *count* equal pieces of a *page*."""
    across, down = _grid(page, count)
    return Size(page.width / across, page.height / down)


def _grid(page: Size, count: int) -> tuple[int, int]:
    if count == 2:  # noqa: PLR2004 - one cut
        return (2, 1) if page.width > page.height else (1, 2)
    return (2, 2) if count == 4 else (1, 1)  # noqa: PLR2004 - two cuts


MM_PER_POINT = 25.4 / 72
LEADING = 1.3
"""Line height of small text, relative to its size."""

_GENEROUS = Size(184, 268)
"""Space inside the margins of A4, which allows all full sizes."""

_TIGHT = 0.5
"""The part of that space at which all sizes are smallest."""

_LARGER = 1.3


class Room(NamedTuple):
    """The space inside the *margin* of a piece of paper; *large* is large print."""

    piece: Size
    large: bool

    @property
    def margin(self) -> float:
        """Return the margin, more than any printer needs."""
        return round(max(6.4, min(13, self.piece.width * 0.062)), 2)

    @property
    def width(self) -> float:
        """Return the width inside the margins."""
        return self.piece.width - 2 * self.margin

    @property
    def height(self) -> float:
        """Return the height inside the margins."""
        return self.piece.height - 2 * self.margin

    def between(self, least: float, most: float) -> float:
        """Return a length: *least* on the smallest piece, *most* on a whole page."""
        part = min(self.width / _GENEROUS.width, self.height / _GENEROUS.height)
        share = min(max((part - _TIGHT) / (1 - _TIGHT), 0), 1)
        return round(least + (most - least) * share, 2)

    def type(self, least: float, most: float) -> float:
        """Return a font size in points, enlarged for large print."""
        return round(self.between(least, most) * (_LARGER if self.large else 1), 1)


def line_height(points: float) -> float:
    """Return the line height in millimetres."""
    return points * LEADING * MM_PER_POINT


def slices_of(rounds: int, each: int) -> tuple[slice, ...]:
    """Return the rounds on each page with *each* of them per page."""
    return tuple(
        slice(first, min(first + each, rounds)) for first in range(0, rounds, each)
    )

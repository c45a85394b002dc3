"""Sheets of paper, how they are cut, and the room on each."""

from dataclasses import dataclass
from enum import StrEnum


class Paper(StrEnum):
    """A size of paper that printers know."""

    A4 = "a4"
    A5 = "a5"
    A6 = "a6"
    LETTER = "letter"
    HALF_LETTER = "half-letter"


class Turn(StrEnum):
    """Which way the paper lies; *AUTO* is the way on which the sheets look best."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in millimetres."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        """The same paper, lying the other way."""
        return Size(self.height, self.width)


PAPERS = {
    Paper.A4: Size(210, 297),
    Paper.A5: Size(148, 210),
    Paper.A6: Size(105, 148),
    Paper.LETTER: Size(215.9, 279.4),
    Paper.HALF_LETTER: Size(139.7, 215.9),
}
"""Every paper, in portrait."""

PER_PAGE = (1, 2, 4)
"""How many sheets a page can be cut into."""


def slots(page: Size, count: int) -> tuple[tuple[float, float], ...]:
    """The upper left corners of *count* equal pieces of a *page*.

    Two come from one cut across the longer side, four from another one across that.

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
    """The size of each of *count* equal pieces of a *page*."""
    across, down = _grid(page, count)
    return Size(page.width / across, page.height / down)


def _grid(page: Size, count: int) -> tuple[int, int]:
    if count == 2:  # noqa: PLR2004 - one cut
        return (2, 1) if page.width > page.height else (1, 2)
    return (2, 2) if count == 4 else (1, 1)  # noqa: PLR2004 - two cuts


MM_PER_POINT = 25.4 / 72
LEADING = 1.3
"""Height of a line of small type, in its own size."""

_GENEROUS = Size(184, 268)
"""Inside the margins of an A4 page: everything has its full size there."""

_TIGHT = 0.5
"""From this part of it on everything has its smallest size."""

_LARGER = 1.3


@dataclass(frozen=True, slots=True)
class Room:
    """What is inside the *margin* of a piece of paper; *large* is for weak eyes."""

    piece: Size
    large: bool

    @property
    def margin(self) -> float:
        """White on every side: more than any printer needs."""
        return round(max(6.4, min(13, self.piece.width * 0.062)), 2)

    @property
    def width(self) -> float:
        """Width inside the margins."""
        return self.piece.width - 2 * self.margin

    @property
    def height(self) -> float:
        """Height inside the margins."""
        return self.piece.height - 2 * self.margin

    def between(self, least: float, most: float) -> float:
        """A length: *least* on the smallest piece, *most* on a whole page."""
        part = min(self.width / _GENEROUS.width, self.height / _GENEROUS.height)
        share = min(max((part - _TIGHT) / (1 - _TIGHT), 0), 1)
        return round(least + (most - least) * share, 2)

    def type(self, least: float, most: float) -> float:
        """A size of type in points, enlarged where that is wanted."""
        return round(self.between(least, most) * (_LARGER if self.large else 1), 1)


def line_height(points: float) -> float:
    """Millimetres of a line of type."""
    return points * LEADING * MM_PER_POINT


def slices_of(rounds: int, each: int) -> tuple[slice, ...]:
    """Which rounds stand on each piece of paper with *each* of them on one."""
    return tuple(
        slice(first, min(first + each, rounds)) for first in range(0, rounds, each)
    )

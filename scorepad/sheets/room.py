"""The room on one piece of paper, and the sizes that follow from it."""

from dataclasses import dataclass

from scorepad.sheets.paper import Size

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

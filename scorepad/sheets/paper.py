"""Sheets of paper, and how they are cut."""

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


def cuts(page: Size, count: int) -> tuple[float | None, float | None]:
    """Where to cut: the x of the cut from above, the y of the one from the side."""
    across, down = _grid(page, count)
    return (
        page.width / 2 if across > 1 else None,
        page.height / 2 if down > 1 else None,
    )


def _grid(page: Size, count: int) -> tuple[int, int]:
    if count == 2:  # noqa: PLR2004 - one cut
        return (2, 1) if page.width > page.height else (1, 2)
    return (2, 2) if count == 4 else (1, 1)  # noqa: PLR2004 - two cuts

"""Paper sizes and pieces of a page; lines, codes and suits as paths, in millimetres."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Trump


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


class Pen(StrEnum):
    """The kind of a line."""

    HAIR = "hair"
    FIFTH = "fifth"
    HEAVY = "heavy"
    BOX = "box"


class Stroke(NamedTuple):
    """A straight line."""

    pen: Pen
    x1: float
    y1: float
    x2: float
    y2: float


def path_of(strokes: Sequence[Stroke], pen: Pen) -> str:
    """Return all strokes of a pen as an SVG path.

    >>> path_of([Stroke(Pen.HAIR, 0, 2, 9.5, 2)], Pen.HAIR)
    'M0 2L9.5 2'
    """
    return "".join(
        f"M{s.x1:g} {s.y1:g}L{s.x2:g} {s.y2:g}" for s in strokes if s.pen is pen
    )


REACH = 6.0
"""Margin that printers do not reach."""

LENGTH = 5.0


def cut_marks(page: Size, count: int) -> tuple[Stroke, ...]:
    """Return the marks at the edges of *page*, and a cross where two cuts meet."""
    size = piece(page, count)
    x, y = size.width, size.height
    down, across = x < page.width, y < page.height
    marks: list[Stroke] = []
    if down:
        marks += _down(x, REACH), _down(x, page.height - REACH - LENGTH)
    if across:
        marks += _across(REACH, y), _across(page.width - REACH - LENGTH, y)
    if down and across:
        marks += _down(x, y - LENGTH / 2), _across(x - LENGTH / 2, y)
    return tuple(marks)


def _down(x: float, top: float) -> Stroke:
    return Stroke(Pen.HAIR, x, top, x, top + LENGTH)


def _across(left: float, y: float) -> Stroke:
    return Stroke(Pen.HAIR, left, y, left + LENGTH, y)


MOST_MODULES = 57
"""Largest code that phones read in small print on cheap paper (version 10)."""


class Code(NamedTuple):
    """A QR code as the outline of its dark modules, one unit each, without margin."""

    text: str
    modules: int
    path: str


def code_for(texts: Sequence[str]) -> Code | None:
    """Return the code of the first of *texts* that is not too dense, if any."""
    import segno  # noqa: PLC0415 - only some pages have a code

    for text in texts:
        with suppress(segno.DataOverflowError):  # more than any code can hold
            matrix = segno.make(text, micro=False, error="m", boost_error=False).matrix
            if len(matrix) <= MOST_MODULES:
                return Code(text, len(matrix), "".join(_runs(matrix)))
    return None


def _runs(matrix: Sequence[bytearray]) -> Iterator[str]:
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length


class SuitShape(NamedTuple):
    """A colour, and a path of relative commands only."""

    colour: str
    path: str


_TOKENS = Path(__file__).parents[2] / "static/css/tokens.css"
_LIGHT = _TOKENS.read_text("utf-8").partition("@media")[0]
COLOURS = dict(re.findall(r"^  --(\S+): (#\w{6});$", _LIGHT, re.MULTILINE))
"""The colours of the pages' light theme, by token."""

SUITS: Mapping[Trump, SuitShape] = {
    Trump.BLUE: SuitShape(
        COLOURS["human"],
        "m12 1.5l8.5 3.2v6.3c0 5.6-3.6 9.3-8.5 11.5-4.9-2.2-8.5-5.9-8.5-11.5v-6.3z",
    ),
    Trump.GREEN: SuitShape(
        COLOURS["elf"],
        "m20.5 2.5c-11.5 0-17 5.5-17 12.5 0 1.2.1 2.2.4 3l-2.4 2.5 1.8 1.7 2.3-2.3"
        "c1.1.4 2.2.6 3.4.6 7.5 0 11.5-6.5 11.5-18z",
    ),
    Trump.RED: SuitShape(
        COLOURS["dwarf"],
        "m2.5 9.5l7-7h4.5l-2.3 4.3 10.3 10.3-3.7 3.7-10.3-10.3-2.5 2.5z",
    ),
    Trump.YELLOW: SuitShape(COLOURS["giant"], "m.5 21l8.5-16.5 4.3 7 3.2-4.5 7 14z"),
}
_BLACK, _RED = "#000", COLOURS["dwarf"]
AMERICAN_SUITS: Mapping[Trump, SuitShape] = {
    Trump.BLUE: SuitShape(
        _BLACK,
        "m12 2a4.6 4.6 0 0 1 3.7 7.3 4.6 4.6 0 1 1-2.3 7.2l1.6 5.5"
        "h-6l1.6-5.5a4.6 4.6 0 1 1-2.3-7.2 4.6 4.6 0 0 1 3.7-7.3z",
    ),
    Trump.GREEN: SuitShape(
        _RED,
        "m12 21.5c-7-5.5-10-9-10-13 0-3.1 2.3-5.5 5.1-5.5 1.9 0 3.7 1 4.9 2.8"
        " 1.2-1.8 3-2.8 4.9-2.8 2.8 0 5.1 2.4 5.1 5.5 0 4-3 7.5-10 13z",
    ),
    Trump.RED: SuitShape(_RED, "m12 1.5l8 10.5-8 10.5-8-10.5z"),
    Trump.YELLOW: SuitShape(
        _BLACK,
        "m12 2c3 4 9 7 9 12a4.6 4.6 0 0 1-7.7 3.4l1.7 4.6"
        "h-6l1.7-4.6a4.6 4.6 0 0 1-7.7-3.4c0-5 6-8 9-12z",
    ),
}
SUITS_OF = {Deck.PEOPLE: SUITS, Deck.AMERICAN: AMERICAN_SUITS}

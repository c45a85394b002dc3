"""Paper sizes and pieces of a page; lines, codes and suits as paths, in millimetres."""

import re
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from scorepad.pdf.worker import ROOT

PER_PAGE = (1, 2, 4)  # into how many sheets a page can be cut
REACH = 6.0  # margin that printers do not reach
LEAST_MARGIN = 4.0
MARK = 5.0  # length of a cut mark
MOST_MODULES = 57  # version 10, the largest that phones read on cheap paper


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

TOWERS_PAPERS = (Paper.A4, Paper.A5, Paper.LETTER, Paper.HALF_LETTER)
"""Paper sizes on which a game of Wandering Towers is legible."""

ZOOMS = dict.fromkeys(Paper, 1.0)
ZOOMS |= {Paper.A5: 0.8, Paper.HALF_LETTER: 0.8, Paper.A6: 0.7}
"""The zoom of a sheet on each paper."""


def laid_out_on(paper: Paper, zoom: float | None = None) -> Size:
    """Return the size of *paper* in the units of the layout, before the zoom."""
    size, zoom = PAPERS[paper], zoom or ZOOMS[paper]
    return Size(round(size.width / zoom, 3), round(size.height / zoom, 3))


class Pieces:
    """A *page* cut into equal pieces of a *size*; *corners* are the upper left ones."""

    def __init__(
        self, page: Size, across: int, down: int, size: Size | None = None
    ) -> None:
        self.page = page
        self.size = size or Size(page.width / across, page.height / down)
        self._xs = _edges(page.width, self.size.width, across)
        self._ys = _edges(page.height, self.size.height, down)
        self.corners = tuple(
            (round(x, 3), round(y, 3)) for y in self._ys[:-1] for x in self._xs[:-1]
        )

    def marks(self, cross: float = MARK / 2) -> str:
        """Return marks at the ends of every cut, and a *cross* where two meet."""
        half = cross / 2
        xs, lefts = _cuts_and_ends(self._xs, self.page.width)
        ys, tops = _cuts_and_ends(self._ys, self.page.height)
        marks = [f"M{x:g} {y:g}V{to:g}" for x in xs for y, to in tops]
        marks += [f"M{x:g} {y:g}H{to:g}" for y in ys for x, to in lefts]
        marks += [
            f"M{x - half:g} {y:g}h{cross:g}M{x:g} {y - half:g}v{cross:g}"
            for x in xs
            for y in ys
        ]
        return "".join(marks)


class CardSize(StrEnum):
    """The size of a card."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


WALLET = Size(85.6, 54.0)  # the size of a bank card
PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}  # across, down: the whole page


def cards_on(paper: Paper, size: CardSize) -> Pieces:
    """Return a page cut into cards; their actual size depends on the page."""
    page = PAPERS[paper]
    if size in PIECES:
        return Pieces(page, *PIECES[size])
    across = int((page.width - 2 * LEAST_MARGIN) // WALLET.width)
    down = int((page.height - 2 * LEAST_MARGIN) // WALLET.height)
    return Pieces(page, across, down, WALLET)


def _edges(length: float, piece: float, count: int) -> list[float]:
    first = (length - count * piece) / 2
    return [first + number * piece for number in range(count + 1)]


def _cuts_and_ends(
    edges: Sequence[float], length: float
) -> tuple[list[float], tuple[tuple[float, float], ...]]:
    cuts = [at for at in edges if LEAST_MARGIN <= at <= length - LEAST_MARGIN]
    margin = edges[0]
    start = margin - MARK if margin >= REACH + MARK else min(margin, REACH)
    start = REACH if margin == 0 else max(start, LEAST_MARGIN)
    stop = start + MARK if margin == 0 else margin
    return cuts, ((start, stop), (length - stop, length - start))


MM_PER_POINT = 25.4 / 72
LEADING = 1.3  # line height of small text, relative to its size
_GENEROUS = Size(184, 268)  # inside the margins of A4, where all sizes are full
_TIGHT = 0.5  # the part of that space at which all sizes are smallest


class Room:
    """The space inside the *margin* of a piece of paper; *large* is large print."""

    def __init__(self, piece: Size, *, large: bool) -> None:
        self.piece = piece
        # More than any printer needs.
        self.margin = round(max(6.4, min(13, piece.width * 0.062)), 2)
        self.width = piece.width - 2 * self.margin
        self.height = piece.height - 2 * self.margin
        self.least_row = 9.0 if large else 6.8  # the lowest one for handwriting
        self._larger = 1.3 if large else 1

    def between(self, least: float, most: float) -> float:
        """Return a length: *least* on the smallest piece, *most* on a whole page."""
        part = min(self.width / _GENEROUS.width, self.height / _GENEROUS.height)
        share = min(max((part - _TIGHT) / (1 - _TIGHT), 0), 1)
        return round(least + (most - least) * share, 2)

    def type(self, least: float, most: float) -> float:
        """Return a font size in points, enlarged for large print."""
        return round(self.between(least, most) * self._larger, 1)


def slices_of(rounds: int, each: int) -> tuple[slice, ...]:
    """Return the rounds on each page with *each* of them per page."""
    starts = range(0, rounds, each)
    return tuple(slice(start, min(start + each, rounds)) for start in starts)


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
                runs = (
                    f"M{dark.start()} {y}H{dark.end()}v1H{dark.start()}z"
                    for y, row in enumerate(matrix)
                    for dark in re.finditer("1+", "".join(map(str, row)))
                )
                return Code(text, len(matrix), "".join(runs))
    return None


class CodeTooDenseError(Exception):
    """The address is too long for a code that phones can read."""


def readable_code(address: str) -> Code:
    """Return the code of an *address*, or raise CodeTooDenseError."""
    if (code := code_for((address,))) is None:
        raise CodeTooDenseError
    return code


_LIGHT = (ROOT / "static/css/tokens.css").read_text("utf-8").partition("@media")[0]
COLOURS = dict(re.findall(r"^  --(\S+): (#\w{6});$", _LIGHT, re.MULTILINE))
"""The colours of the pages' light theme, by token."""

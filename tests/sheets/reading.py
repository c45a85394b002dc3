"""What a PDF really draws, read from its own operators: lines, and letters lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from fontTools.ttLib import TTFont

MM = 25.4 / 72
SAME = 0.05
"""Millimetres within which a line is level or upright."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line that is stroked, in millimetres from the page's upper left."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float

    @property
    def is_level(self) -> bool:
        return abs(self.y1 - self.y2) < SAME

    @property
    def is_upright(self) -> bool:
        return abs(self.x1 - self.x2) < SAME


def lines_of(pdf: bytes, *, page: int = 0) -> list[Line]:
    """Every straight line of a page."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return list(_lines(document.pages[page]))


def lost_letters(pdf: bytes) -> int:
    """How many letters the fonts do not have: their glyph is none of the font's."""
    lost = 0
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            known = {name: _glyph_count(font) for name, font in _fonts(page)}
            lost += sum(not 0 < glyph < known[font] for font, glyph in _glyphs(page))
    return lost


def _fonts(page: pikepdf.Page) -> list[tuple[str, pikepdf.Object]]:
    return list(page.Resources.get("/Font", {}).items())


def _glyph_count(font: pikepdf.Object) -> int:
    descriptor = font.DescendantFonts[0].FontDescriptor
    file = descriptor.get("/FontFile2") or descriptor.FontFile3
    opened = TTFont(BytesIO(file.read_bytes()), lazy=True)
    return int(opened["maxp"].numGlyphs)


def _glyphs(page: pikepdf.Page) -> Iterator[tuple[str, int]]:
    """Every glyph that is shown, with the name of its font."""
    font = ""
    for operands, operator in pikepdf.parse_content_stream(page, "Tf Tj TJ"):
        if str(operator) == "Tf":
            font = str(operands[0])
            continue
        shown = operands[0] if str(operator) == "TJ" else operands
        for part in shown:
            if isinstance(part, pikepdf.String):
                text = bytes(part)
                for at in range(0, len(text), 2):
                    yield font, int.from_bytes(text[at : at + 2], "big")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on the first page: its size in points, its edges in millimetres."""

    text: str
    points: float
    left: float
    right: float


def letters_of(pdf: bytes) -> list[Letter]:
    """Every letter and space of the first page, as large as it is on the paper."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    return [_letter(text, at) for at in range(text.count_chars())]


def _letter(text: pypdfium2.PdfTextPage, at: int) -> Letter:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, at, matrix)
    points = pdfium.FPDFText_GetFontSize(text, at) * matrix.a
    left, _bottom, right, _top = text.get_charbox(at, loose=True)
    character = chr(pdfium.FPDFText_GetUnicode(text, at))
    # What the reader adds by itself, such as ends of lines, is one unit large.
    size = 99.0 if points == 1 else round(points, 2)
    return Letter(character, size, left * MM, right * MM)


def size_of(pdf: bytes) -> tuple[float, float]:
    """Width and height of the first page in millimetres."""
    with pikepdf.open(BytesIO(pdf)) as document:
        left, bottom, right, top = (float(edge) for edge in document.pages[0].MediaBox)
        return (right - left) * MM, (top - bottom) * MM


def _lines(page: pikepdf.Page) -> Iterator[Line]:
    pen = _Pen(float(page.MediaBox[3]))
    for operands, operator in pikepdf.parse_content_stream(page):
        move = getattr(pen, f"do_{operator}", None)
        if move is not None:
            move(*operands)
        elif str(operator) == "S":
            yield from pen.drawn()
        elif str(operator) in {"n", "f", "f*", "B"}:
            pen.path = []


class _Pen:
    """Follows the operators that move a pen; each method is named after one."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.matrix = pikepdf.Matrix()
        self.width = 1.0
        self.path: list[tuple] = []
        self.at = (0.0, 0.0)
        self._stack: list[tuple] = []

    def do_q(self) -> None:
        self._stack.append((self.matrix, self.width))

    def do_Q(self) -> None:  # noqa: N802 - the operator's name
        self.matrix, self.width = self._stack.pop()

    def do_cm(self, *numbers) -> None:
        self.matrix = pikepdf.Matrix(*map(float, numbers)) @ self.matrix

    def do_w(self, width) -> None:
        self.width = float(width) * abs(self.matrix.a)

    def do_m(self, *point) -> None:
        self.at = self.matrix.transform(tuple(map(float, point)))

    def do_l(self, *point) -> None:
        to = self.matrix.transform(tuple(map(float, point)))
        self.path.append((self.at, to))
        self.at = to

    def drawn(self) -> Iterator[Line]:
        for (x1, y1), (x2, y2) in self.path:
            ends = x1, self.height - y1, x2, self.height - y2
            yield Line(*(end * MM for end in ends), self.width * MM)
        self.path = []

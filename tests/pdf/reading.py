"""What a PDF draws: letters, missing glyphs, overlapping words."""

from dataclasses import dataclass
from io import BytesIO
from itertools import combinations

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from fontTools.ttLib import TTFont

MM = 25.4 / 72


def lost_letters(pdf):
    lost = 0
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            fonts = page.Resources.get("/Font", {}).items()
            known = {name: _glyph_count(font) for name, font in fonts}
            lost += sum(not 0 < glyph < known[font] for font, glyph in _glyphs(page))
    return lost


def _glyph_count(font):
    descriptor = font.DescendantFonts[0].FontDescriptor
    file = descriptor.get("/FontFile2") or descriptor.FontFile3
    return int(TTFont(BytesIO(file.read_bytes()), lazy=True)["maxp"].numGlyphs)


def _glyphs(page):
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
    """A letter: its size in points, its left and right edge in millimetres."""

    text: str
    points: float
    left: float
    right: float


def letters_of(pdf):
    texts = [page.get_textpage() for page in pypdfium2.PdfDocument(pdf)]
    return [_letter(text, at) for text in texts for at in range(text.count_chars())]


def _letter(text, at):
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, at, matrix)
    points = pdfium.FPDFText_GetFontSize(text, at) * matrix.a
    left, _bottom, right, _top = text.get_charbox(at, loose=True)
    character = chr(pdfium.FPDFText_GetUnicode(text, at))
    # What the reader adds, such as ends of lines, has a size of one unit.
    size = 99.0 if points == 1 else round(points, 2)
    return Letter(character, size, left * MM, right * MM)


def size_of(pdf):
    """Return width and height of the first page in millimetres."""
    with pikepdf.open(BytesIO(pdf)) as document:
        left, bottom, right, top = (float(edge) for edge in document.pages[0].MediaBox)
        return (right - left) * MM, (top - bottom) * MM


def touching(words):
    """Return words whose letters overlap; boxes are cut to half their height."""
    cores = [
        (left, top + (bottom - top) * 0.3, right, bottom - (bottom - top) * 0.3, word)
        for left, top, right, bottom, word in words
    ]
    return [
        (a[4], b[4])
        for a, b in combinations(cores, 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.3
        and min(a[3], b[3]) - max(a[1], b[1]) > 0.1
    ]

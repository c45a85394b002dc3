"""What a PDF draws and links: letters, missing glyphs, overlapping words, pages."""

import subprocess
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


def fonts_in(pdf):
    """Return a line about each font, as pdffonts prints it."""
    told = subprocess.run(["pdffonts", "-"], input=pdf, capture_output=True, check=True)
    return told.stdout.decode().splitlines()[2:]


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


def links_of(book, page):
    named = destinations_of(book)
    links = book.pages[page - 1].get("/Annots", ())
    return {named[str(link.Dest if "/Dest" in link else link.A.D)] for link in links}


def destinations_of(book):
    names = list(book.Root.Names.Dests.Names)
    pairs = zip(names[::2], names[1::2], strict=True)
    return {str(name): number_of(book, target[0]) for name, target in pairs}


def number_of(book, page):
    return book.pages.index(pikepdf.Page(page)) + 1


def bookmarks_of(book):
    found = []

    def gather(items, level):
        for item in items:
            found.append((level, item.title, number_of(book, item.destination[0])))
            gather(item.children, level + 1)

    with book.open_outline() as outline:
        gather(outline.root, 0)
    return found


def alone(book, page):
    made = BytesIO()
    with pikepdf.new() as pdf:
        pdf.pages.append(book.pages[page - 1])
        pdf.save(made)
    return made.getvalue()


def pages_in(pdf):
    with pikepdf.open(BytesIO(pdf)) as book:
        return [alone(book, number) for number in range(1, len(book.pages) + 1)]

"""Numbers written on pages that were printed before anybody knew which they would be.

The font is taken from a page that shows the digits: one small font for the whole book,
and text that can be found and copied like everything else.
"""

from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf

SIZE = 9.0
"""Points."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""

_FONT = "/ScorepadNumbers"
_INK = "0.333 0.298 0.388 rg"
_BYTES = 2
"""How many bytes name a glyph in the text of our fonts."""


@dataclass(frozen=True, slots=True)
class Digits:
    """The glyphs of 0 to 9 in a *font*, each *width* thousandths of the size wide."""

    font: pikepdf.Object
    glyphs: tuple[str, ...]
    width: float

    @classmethod
    def on(cls, page: Page) -> "Digits":
        """The digits as they are shown on a *page* that shows nothing else.

        :raises ValueError: something else is on it.
        """
        name, glyphs = _shown(page)
        if len(glyphs) != len("0123456789"):
            raise ValueError(f"expected ten digits, found {len(glyphs)} glyphs")
        font = page.resources["/Font"][name]
        return cls(font, glyphs, _width(font, int(glyphs[0], 16)))

    def kept_in(self, book: Pdf) -> "Digits":
        """The same digits as part of *book*."""
        return Digits(book.copy_foreign(self.font), self.glyphs, self.width)

    def extent(self, number: int) -> float:
        """How many points a *number* is wide."""
        return len(str(number)) * self.width / 1000 * SIZE

    def write(self, page: Page, number: int, left: float, bottom: float) -> None:
        """Write a *number* with its lower left corner there, above all other ink."""
        page.add_resource(self.font, Name.Font, Name(_FONT), replace_existing=True)
        shown = "".join(self.glyphs[int(digit)] for digit in str(number))
        text = (
            f"\nQ\nq {_INK} BT {_FONT} {SIZE} Tf"
            f" {left:.2f} {bottom:.2f} Td <{shown}> Tj ET Q"
        )
        page.contents_add(b"q\n", prepend=True)
        page.contents_add(text.encode("ascii"))


def link_to(target: Page, box: Box) -> Dictionary:
    """A link in a *box* that leads to a page."""
    return Dictionary(
        Type=Name.Annot,
        Subtype=Name.Link,
        Rect=Array([round(edge, 2) for edge in box]),
        Border=Array([0, 0, 0]),
        Dest=destination(target),
    )


def destination(target: Page) -> Array:
    """The top of a page, as large as the reader looks at the others."""
    return Array([target.obj, Name.XYZ, None, float(target.mediabox[3]), None])


def _shown(page: Page) -> tuple[str, tuple[str, ...]]:
    font, glyphs = "", list[str]()
    for told in pikepdf.parse_content_stream(page, "Tf Tj TJ"):
        operands = list(told.operands)
        if str(told.operator) == "Tf":
            font = str(operands[0])
            continue
        for text in operands[0] if str(told.operator) == "TJ" else operands:
            if isinstance(text, pikepdf.String):
                codes, step = bytes(text).hex(), 2 * _BYTES
                glyphs += [codes[at : at + step] for at in range(0, len(codes), step)]
    return font, tuple(glyphs)


def _width(font: pikepdf.Object, glyph: int) -> float:
    """Look a glyph up in the widths of its font: ``c [w w …]`` or ``first last w``."""
    widths = list(font.DescendantFonts[0].W)
    while widths:
        first, second = int(widths[0]), widths[1]
        if isinstance(second, Array):
            if first <= glyph < first + len(second):
                return float(second[glyph - first])
            widths = widths[2:]
        else:
            if first <= glyph <= int(second):
                return float(widths[2])
            widths = widths[3:]
    raise ValueError("the digits' font does not tell how wide they are")

"""A picture of a printed page, to look at before printing."""

from io import BytesIO

WIDTH = 900
"""Pixels: enough to read the small words of a whole page on a screen."""

COLOURS = 64
"""Enough for ink on paper, and small."""

BY_OCTREE = 2
"""How Pillow chooses them; its usual way leaves none for the suits: they are small."""


def picture_of(pdf: bytes, *, width: int = WIDTH, colours: int = COLOURS) -> bytes:
    """The first page of a PDF as PNG, drawn from the very file that is printed."""
    from pypdfium2 import PdfDocument  # noqa: PLC0415  # not every worker needs it

    document = PdfDocument(pdf)
    try:
        page = document[0]
        drawn = page.render(scale=width / page.get_width()).to_pil()
    finally:
        document.close()
    out = BytesIO()
    few = drawn.convert("RGB").quantize(colours, BY_OCTREE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()

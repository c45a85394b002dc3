"""A picture of a printed page, to look at before printing."""

from io import BytesIO

WIDTH = 900
"""Pixels: enough to read the small words of a whole page on a screen."""

COLOURS = 64
"""Enough for ink on paper, and small."""


def picture_of(pdf: bytes, *, width: int = WIDTH, colours: int = COLOURS) -> bytes:
    """The first page of a PDF as PNG, drawn from the very file that is printed."""
    from PIL.Image import Quantize  # noqa: PLC0415  # not every worker needs them
    from pypdfium2 import PdfDocument  # noqa: PLC0415  # see above

    document = PdfDocument(pdf)
    try:
        page = document[0]
        drawn = page.render(scale=width / page.get_width()).to_pil()
    finally:
        document.close()
    out = BytesIO()
    # The usual way of choosing colours would leave none for the suits: they are small.
    few = drawn.convert("RGB").quantize(colours, Quantize.FASTOCTREE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()

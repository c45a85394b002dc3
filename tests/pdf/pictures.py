"""Golden pictures: how a sheet looked when somebody last looked at it and was content.

They are small, in sixteen greys, in ``tests/pdf/golden/``. After a change of looks
that was meant, ``./scripts/pictures`` draws them anew; look at each before committing.
"""

import os
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

GOLDEN = Path(__file__).parent / "golden"
RENEW = "SCOREPAD_RENEW_PICTURES"
DPI = 72
STEP = 255 // 15
"""From one of the sixteen greys to the next."""

SOFT = 1.2
"""Pixels over which both pictures are blurred, so that a hair's breadth is nothing."""

FAINT = 12
"""A difference of grey (of 255) that nobody sees once it is blurred."""

MOST_DIFFERENT = 0.001
"""The share of the pixels that may differ more than that."""


def looks_like(pdf: bytes, name: str, *, page: int = 0) -> bool:
    """Whether a page looks as its golden picture does; or draw that anew if asked to.

    :raises FileNotFoundError: there is none yet.
    """
    drawn = _drawn(pdf, page)
    path = GOLDEN / f"{name}.png"
    if os.environ.get(RENEW):
        GOLDEN.mkdir(exist_ok=True)
        drawn.save(path, optimize=True)
        return True
    with Image.open(path) as golden:
        return difference(drawn, golden.convert("L")) <= MOST_DIFFERENT


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels in which two pictures visibly differ; 1 if in size."""
    if one.size != other.size:
        return 1.0
    soft = (each.filter(ImageFilter.GaussianBlur(SOFT)) for each in (one, other))
    greys = ImageChops.difference(*soft).histogram()
    return sum(greys[FAINT:]) / sum(greys)


def _drawn(pdf: bytes, page: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    picture = document[page].render(scale=DPI / 72, grayscale=True).to_pil()
    return picture.convert("L").point(lambda grey: grey // STEP * STEP)

"""Reference pictures: how a sheet looked when a person last checked it.

They are small, in sixteen greys, in ``tests/pdf/golden/``. After an intended change,
``./scripts/pictures`` draws them again; look at each before you commit it.
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
"""Both pictures are blurred over this many pixels, to ignore tiny shifts."""

FAINT = 12
"""A difference of grey (of 255) that is invisible after the blur."""

MOST_DIFFERENT = 0.001
"""The share of the pixels that may differ more than that."""


def looks_like(pdf, name, *, page=0):
    """Whether a page equals its reference picture; draws that again if asked to.

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


def difference(one, other):
    """Return the share of pixels that differ visibly; 1 for different sizes."""
    if one.size != other.size:
        return 1.0
    soft = (each.filter(ImageFilter.GaussianBlur(SOFT)) for each in (one, other))
    greys = ImageChops.difference(*soft).histogram()
    return sum(greys[FAINT:]) / sum(greys)


def _drawn(pdf, page):
    document = pypdfium2.PdfDocument(pdf)
    picture = document[page].render(scale=DPI / 72, grayscale=True).to_pil()
    return picture.convert("L").point(lambda grey: grey // STEP * STEP)

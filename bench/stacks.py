"""A stack of fifty blank sheets against one: the page is drawn once."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, side_by_side
from scorepad.pdf.renderer import Renderer
from scorepad.settings import CHECKOUT
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.html import Stationery

MOST_STACK = 1.3


def figures(folder: Path) -> Iterator[Figure]:
    stationery = Stationery(CHECKOUT / "templates")
    one, fifty = (
        stationery.blank(Blank(players=4, copies=copies), language="en")
        for copies in (1, 50)
    )
    renderers = [own_renderer(folder / name) for name in ("one", "fifty")]
    try:
        floor, stack = side_by_side(
            lambda: renderers[0].pdf(one), lambda: renderers[1].pdf(fifty), times=15
        )
    finally:
        for renderer in renderers:
            renderer.close()
    yield Figure("print 50 blank sheets", stack, "print one", floor, MOST_STACK)


def own_renderer(folder: Path) -> Renderer:
    return Renderer(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
        workers=1,
    )

"""A stack of fifty blank sheets against one: the page is drawn once."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, median
from scorepad.settings import CHECKOUT
from scorepad.sheets.blank import Blank
from scorepad.sheets.html import Stationery
from scorepad.sheets.press import Press

MOST_STACK = 1.3


def figures(folder: Path) -> Iterator[Figure]:
    stationery = Stationery(CHECKOUT / "templates")
    one, fifty = (
        stationery.blank(Blank(players=4, copies=copies), language="en")
        for copies in (1, 50)
    )
    press = Press(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
        at_once=1,
    )
    try:
        floor = median(lambda: press.pdf(one), times=15)
        stack = median(lambda: press.pdf(fifty), times=15)
    finally:
        press.close()
    yield Figure("print 50 blank sheets", stack, "print one", floor, MOST_STACK)

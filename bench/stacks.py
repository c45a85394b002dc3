"""A stack of fifty blank sheets against one: the page is drawn once."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, side_by_side
from scorepad.settings import CHECKOUT
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.html import Stationery
from scorepad.sheets.press.press import Press

MOST_STACK = 1.3


def figures(folder: Path) -> Iterator[Figure]:
    stationery = Stationery(CHECKOUT / "templates")
    one, fifty = (
        stationery.blank(Blank(players=4, copies=copies), language="en")
        for copies in (1, 50)
    )
    # A press each: a worker that is done sweeps up, and the next sheet waits for that.
    presses = [own_press(folder / name) for name in ("one", "fifty")]
    try:
        floor, stack = side_by_side(
            lambda: presses[0].pdf(one), lambda: presses[1].pdf(fifty), times=15
        )
    finally:
        for press in presses:
            press.close()
    yield Figure("print 50 blank sheets", stack, "print one", floor, MOST_STACK)


def own_press(folder: Path) -> Press:
    return Press(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
        at_once=1,
    )

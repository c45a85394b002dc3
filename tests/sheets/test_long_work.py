"""Work of many sheets leaves the press to everybody who prints one."""

import threading

import pytest

from scorepad.sheets.press.errors import SheetsBusy
from scorepad.sheets.press.job import PrintJob

PAGE = PrintJob(html="<!doctype html><p>One of many")
SLOW = "<!doctype html><table>" + "<tr><td>1<td>2<td>3" * 800


class EnoughError(Exception):
    """Somebody wants no more of it."""


class Patience:
    """Goes on for so many looks."""

    def __init__(self, looks: int):
        self.left = looks

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            raise EnoughError


@pytest.mark.wide
def test_it_waits_while_others_print_and_stops_when_told(strict_press):
    press = strict_press(at_once=1, waiting=0, seconds=60)
    printing = threading.Thread(target=press.pdf, args=(SLOW,))
    printing.start()
    for _ in range(50):  # until the only place is taken
        try:
            press.pdf_between(PAGE, Patience(1))
        except EnoughError:
            break
    else:
        pytest.fail("it never had to wait")

    with pytest.raises(EnoughError):
        press.pdf_between(PAGE, Patience(3))

    printing.join()
    assert press.pdf_between(PAGE, Patience(1)).startswith(b"%PDF")


def test_it_ends_when_the_press_is_closed(strict_press):
    press = strict_press()
    press.close()

    with pytest.raises(SheetsBusy):
        press.pdf_between(PAGE, Patience(1000))

"""Between two rounds: streaks; and the vibration when something is entered."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Opener
from tests.browser.table import Table

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada")
FEEL = """() => {
    window.felt = [];
    navigator.vibrate = (pattern) => window.felt.push(pattern);
}"""


def felt(page: Page) -> list[object]:
    found: list[object] = page.evaluate("window.felt")
    return found


def test_a_booked_bid_ticks_and_a_refused_one_ticks_twice(open_page: Opener) -> None:
    page = open_page("/play/en#new")
    page.evaluate(FEEL)
    table = Table(page)
    table.start(NAMES, even=True)

    table.bid(1, 0)
    booked = felt(page)
    table.bid(0)

    assert len(booked) == 2
    assert all(isinstance(pattern, int) for pattern in booked)
    assert isinstance(felt(page)[2], list)
    table.wait_until_saved()

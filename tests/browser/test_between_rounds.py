"""Between two rounds: streaks; and the vibration when something is entered."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.table import Table

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada")
FEEL = """() => {
    window.felt = [];
    navigator.vibrate = (pattern) => window.felt.push(pattern);
}"""


def round_met_by_all(table: Table, cards: int) -> None:
    table.bid(cards, 0, 0)
    table.wait_for_reading()
    table.done()


@pytest.mark.wide
def test_a_streak_stands_above_the_bids_and_goes_with_the_first(
    open_page: Opener,
) -> None:
    table = Table(open_page("/play/en#new"))
    streaks = table.page.locator(".interlude .streaks li")
    table.start(NAMES)
    round_met_by_all(table, 1)
    round_met_by_all(table, 2)
    expect(streaks).to_have_count(0)
    table.bid(0, 0, 0)
    table.wait_for_reading()
    table.miss("Kevin")
    table.done()

    expect(streaks).to_have_count(2)
    expect(streaks.first).to_contain_text("Ute")
    expect(streaks.first).to_contain_text("3 in a row")
    table.bid(0)
    expect(streaks).to_have_count(0)
    table.wait_until_saved()


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

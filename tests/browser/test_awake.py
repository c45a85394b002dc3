"""The phone between two taps: it dims, and the tap that wakes it does nothing else."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada", "Tom")


def test_the_page_dims_and_the_touch_that_wakes_it_does_nothing_else(open_page):
    page = open_page("/")
    page.clock.install()
    page.goto("/play/en#new")
    table = Table(page)
    table.start(NAMES)
    expect(page).to_have_title("Round 1 · Scorepad")

    page.clock.fast_forward(61_000)
    expect(page.locator(".play.dim")).to_be_visible()
    table.bid(1)

    expect(page.locator(".play.dim")).to_have_count(0)
    expect(page.locator(".ring.set")).to_have_count(0)
    table.bid(1)
    expect(page.locator(".ring.set")).to_have_count(1)

"""A note under a finished game is stored, and nothing moves under the finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table


@pytest.mark.wide
def test_two_notes_and_a_rematch_need_no_second_tap(open_page):
    page = open_page("/play/en#new")
    table = Table(page)
    table.start(["Ann", "Bob", "Cy"])
    table.play(0, 0, 1)
    table.end_here()

    page.locator('[data-note="place"]').click()
    page.keyboard.type("Café")
    page.locator('[data-note="remark"]').click()
    page.keyboard.type("at last")
    expect(page.locator('[data-note="remark"]')).to_have_value("at last")
    page.locator('[data-do="rematch"]').click()

    expect(page.locator(".seat.open")).to_be_visible()

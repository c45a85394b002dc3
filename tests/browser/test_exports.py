"""From the end of a game to other programs, and to another phone by its link."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_ending import ended


@pytest.mark.wide
def test_a_link_copied_after_the_game_shows_and_imports_it(open_page, server):
    page = ended(open_page).page
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Export").click()

    expect(page.get_by_role("link", name="BG Stats")).to_be_visible()
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Link of the game").input_value()
    other = open_page(link.removeprefix(server))

    expect(other.locator("h1")).to_contain_text("Wizard")
    shown = other.locator(".result .who bdi").all_inner_texts()
    assert shown == page.locator(".result .who bdi").all_inner_texts()
    other.get_by_role("button", name="Import this game").click()
    other.get_by_role("button", name="Import the chosen games").click()
    expect(other.locator("h1")).to_have_text("1 game imported")

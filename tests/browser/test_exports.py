"""The link of a game, copied on one phone, shows the game on another."""

import pytest
from playwright.sync_api import expect

from tests.imports.test_reading import BGG

pytestmark = pytest.mark.browser


def imported(page):
    """Choose all that was found, and wait until it is imported."""
    page.get_by_role("button", name="Import the chosen games").click()
    expect(page.locator("h1")).to_have_text("1 game imported")


def test_a_copied_link_shows_the_game_and_imports_it(open_page, server):
    page = open_page("/import")
    file = {"name": "plays.xml", "mimeType": "text/xml", "buffer": BGG.encode()}
    page.get_by_label("Score sheet, table or export").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    imported(page)
    page.get_by_role("link", name="See the game").click()
    page.goto(page.url.removesuffix("/sheet"))
    page.locator("#export > summary").click()

    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Link of the game").input_value()
    other = open_page(link.removeprefix(server))

    expect(other.locator("h1")).to_contain_text("Wizard")
    shown = other.locator(".result .who").all_inner_texts()
    assert shown == page.locator(".result .who").all_inner_texts()
    other.get_by_role("button", name="Import this game").click()
    imported(other)

"""Options of blank sheets: the preview and the link follow every choice."""

import re

from playwright.sync_api import expect

SLOW = 20_000
"""Milliseconds: the first preview waits until a worker has loaded its fonts."""


def shown(page):
    return page.locator(".sheet-picture").get_attribute("src").partition("?")[2]


def test_picture_link_and_address_change_with_the_choice(open_page):
    page = open_page("/print?players=4")

    page.get_by_role("radio", name="one sheet for all").check()
    page.get_by_text("More choices").click()
    page.get_by_label("Sheets per page").select_option("4")
    page.get_by_label("Dots marking the dealer").check()

    wanted = "players=staircase&per_page=4&dealer=yes"
    link = page.locator("#result a")
    expect(link).to_have_attribute("href", f"/print?{wanted}", timeout=SLOW)
    expect(page.locator("#result")).to_contain_text("Only 2 sheets fit on a page")
    expect(page).to_have_url(re.compile(re.escape(f"/print?{wanted}") + "$"))
    assert shown(page) == wanted
    width = "() => document.querySelector('.sheet-picture').naturalWidth > 800"
    page.wait_for_function(width, timeout=SLOW)
    expect(page.get_by_label("Dots marking the dealer")).to_be_checked()
    expect(page.get_by_role("button", name="Show the sheet")).to_be_hidden()

"""A game is put aside or deleted with one tap, and continued or restored with one."""

from playwright.sync_api import expect

from tests.browser.phones import let_in, on_the_server
from tests.browser.table import Table


def delete(table):
    table.tap(".more")
    table.tap('[data-do="deleted"]')
    expect(table.page.locator("h1")).to_have_text("This game is deleted.")


def test_one_tap_deletes_and_one_brings_it_back_also_on_a_phone_that_plays_on(
    open_page, table
):
    table.bid(1)
    delete(table)
    table.wait_until_saved()
    assert on_the_server(table.page)["deleted"] is True
    table.done()
    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    table.wait_until_saved()
    assert on_the_server(table.page)["deleted"] is False

    other = Table(let_in(open_page, table.page))
    delete(table)
    table.wait_until_saved()
    other.bid(1)
    expect(other.page.locator("h1")).to_have_text("This game is deleted.")
    expect(other.page.locator("main")).to_contain_text("Deleted by \u2068")
    expect(other.page.locator(".state.refused")).to_be_visible()
    other.done()
    other.wait_until_saved()
    assert on_the_server(table.page)["rounds"][0]["bids"].count(1) == 2


SECOND = ("Tom", "Zoë", "王小明")
LINES = ".open-games a"


def put_aside(table):
    table.tap(".more")
    table.tap('[data-do="putAside"]')
    expect(table.page.locator("h1")).to_have_text("Who plays?")


def test_a_game_put_aside_waits_on_the_start_page(table):
    page = table.page
    table.bid(1)
    put_aside(table)

    expect(page.locator(LINES)).to_have_count(1)
    expect(page.locator(LINES)).to_contain_text("Ute, Kevin, Ada")
    expect(page.locator(LINES)).to_contain_text("Round 1 of 20 · today")
    page.goto("/health")
    page.goto("/play/en")
    expect(page.locator(LINES)).to_have_count(1)
    table.start(SECOND)
    table.wait_until_saved()
    page.goto("/health")
    page.goto("/play/en")
    expect(page.locator(".seat.open")).to_contain_text("Zoë")
    put_aside(table)
    expect(page.locator(LINES)).to_have_count(2)
    page.locator(LINES).filter(has_text="Ute").click()

    expect(page.locator(".ring.set")).to_have_text(["1"])
    expect(page.locator(".seat.open")).to_contain_text("Ada")

"""Several games at once: paused and continued."""

from playwright.sync_api import expect

from tests.browser.table import Table

FIRST = ("Ute", "Kevin", "Ada")
SECOND = ("Tom", "Zoë", "王小明")
LINES = ".open-games a"


def put_aside(table):
    table.tap(".more")
    table.tap('[data-do="putAside"]')
    expect(table.page.locator("h1")).to_have_text("Who plays?")


def test_a_game_put_aside_waits_on_the_start_page(open_page):
    table = Table(open_page("/play/en#new"))
    page = table.page
    table.start(FIRST)
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

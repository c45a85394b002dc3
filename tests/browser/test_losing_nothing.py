"""Mishaps of a phone in the middle of a game, and what is still there afterwards."""

from playwright.sync_api import expect

from tests.browser.table import Table, wait_for

NAMES = ("Ute", "Kevin", "Ada", "Tom")


def begun(open_page):
    table = Table(open_page("/play/en#new"))
    table.start(NAMES)
    return table


def second_phone(open_page, page):
    wait_for(page, ".state.saved")
    address = page.url.split("/", 3)[3]
    cookies = {"cookies": page.context.cookies(), "origins": []}
    other = open_page(f"/{address}", storage_state=cookies)
    wait_for(other, ".seat.open")
    return other


FORGET = """() => new Promise((done, failed) => {
    const asked = indexedDB.deleteDatabase("scorepad");
    asked.onsuccess = done;
    asked.onerror = failed;
})"""


def forget_everything(page):
    address = page.url
    page.goto("/health")
    page.evaluate(FORGET)
    page.goto(address)


def test_every_tap_survives_a_reload(open_page):
    table = begun(open_page)
    table.bid(1)
    table.wait_until_kept()
    table.page.reload()
    expect(table.page.locator(".ring.set")).to_have_count(1)
    table.bid(1, 0, 0)
    table.wait_for_reading()
    table.miss("Kevin")
    table.wait_until_kept()
    table.page.reload()

    expect(table.page.locator(".seat.missed")).to_have_count(1)
    table.page.locator('[data-do="undo"]').click()

    expect(table.page.locator(".verdict")).to_be_visible()


def test_a_phone_that_forgot_everything_gets_the_game_back(open_page):
    table = begun(open_page)
    table.play(1, 0, 0, 0)
    table.wait_until_saved()

    forget_everything(table.page)

    expect(table.page.locator("h1.round")).to_contain_text("2 / 15")
    table.end_here()
    table.page.locator('[data-note="place"]').fill("Nürnberg")
    table.page.keyboard.press("Tab")
    table.wait_until_saved()
    forget_everything(table.page)
    expect(table.page.locator('[data-note="place"]')).to_have_value("Nürnberg")


def test_names_typed_before_the_script_of_the_first_page_is_there_are_kept(open_page):
    page = open_page("/health")
    page.route("**/dist/page.js", lambda route: route.abort())
    page.goto("/")
    for seat, name in enumerate(NAMES[:3]):
        page.locator(".first-names input").nth(seat).fill(name)
    page.locator(".first-names .main").click()

    expect(page.locator('[data-key="name-2"]')).to_have_value("Ada")
    assert page.url.endswith("/play/en#new")

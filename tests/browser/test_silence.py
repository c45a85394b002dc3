"""Storage that does not respond: the game comes from the server, and no tap is lost.

Another tab blocks the database, like a page that Safari has frozen.
"""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.test_losing_nothing import begun

SAID = '[data-storage="silent"]'
LONGER_MS = 1500
SOON_MS = 5000  # a second (tests/js/store.test.js), and what a busy machine adds
HOLD = """() => new Promise((done) => {
    const opening = indexedDB.open("scorepad");
    opening.onsuccess = () => {
        const tables = [...opening.result.objectStoreNames];
        const held = opening.result.transaction(tables, "readwrite");
        const kept = held.objectStore("kept");
        const again = () => {
            if (!window.isOver) kept.get("").onsuccess = again;
        };
        again();
        opening.result.close();
        done();
    };
})"""


@contextmanager
def held(page):
    """Block reads and writes of others until the block ends."""
    other = page.context.new_page()
    other.goto("/health")
    other.evaluate(HOLD)
    yield
    other.evaluate("() => { window.isOver = true; }")
    expect(page.locator(SAID)).to_have_count(0)
    other.close()


@pytest.mark.wide
def test_n14_the_address_is_kept_until_the_game_comes_from_the_server(open_page):
    table = begun(open_page)
    table.wait_until_saved()
    page, address = table.page, table.page.url
    page.goto("/health")
    with held(page):
        page.route("**/api/**", lambda route: route.abort())
        page.goto(address)
        expect(page.locator(SAID)).to_be_visible(timeout=SOON_MS)
        page.wait_for_timeout(LONGER_MS)
        assert page.url == address
        expect(page.locator('[data-do="start"]')).to_have_count(0)
        page.unroute("**/api/**")
        expect(page.locator(".seat.open")).to_be_visible()
        table.bid(1)
        table.wait_until_saved()
    page.reload()
    expect(page.locator(".ring.set")).to_have_text(["1"])

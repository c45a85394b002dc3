"""Storage that does not respond: the game comes from the server, and no tap is lost.

Another tab blocks the database, like a page that Safari has frozen.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.test_losing_nothing import NAMES, begun
from tests.browser.test_lossy import stored
from tests.browser.test_towers import as_served, happens, sit_down, tap

pytestmark = pytest.mark.browser

SAID = '[data-storage="silent"]'
LONGER_MS = 1500
SOON_MS = 5000  # a second (tests/js/database.test.js), and what a busy machine adds
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
def held(page: Page) -> Iterator[None]:
    """Block reads and writes of others until the block ends."""
    other = page.context.new_page()
    other.goto("/health")
    other.evaluate(HOLD)
    yield
    other.evaluate("() => { window.isOver = true; }")
    expect(page.locator(SAID)).to_have_count(0)
    other.close()


def expect_it_said(page: Page) -> None:
    expect(page.locator(SAID)).to_be_visible(timeout=SOON_MS)


# The plain run shows it in WebKit (tests/browser/engines/test_returning.py).
@pytest.mark.wide
@pytest.mark.parametrize("fragment", [True, False])
def test_n14_the_running_game_comes_from_the_server_and_is_played_on(
    open_page: Opener, *, fragment: bool
) -> None:
    table = begun(open_page)
    table.bid(1)
    table.wait_until_saved()
    page, address = table.page, table.page.url
    page.goto("/health")
    with held(page):
        page.goto(address if fragment else "/play/en", wait_until="commit")
        expect_it_said(page)
        expect(page.locator(".ring.set")).to_have_text(["1"])
        assert page.url == address
        table.bid(0)
        table.wait_until_saved()

    page.reload()

    expect(page.locator(".ring.set")).to_have_text(["1", "0"])
    # Undo steps are restored.
    table.tap('[data-do="undo"]')
    table.tap('[data-do="undo"]')
    expect(page.locator(".ring.set")).to_have_count(0)


def test_n14_without_a_network_either_the_address_is_kept_until_there_is_one(
    open_page: Opener,
) -> None:
    table = begun(open_page)
    table.wait_until_saved()
    page, address = table.page, table.page.url
    page.goto("/health")
    with held(page):
        page.route("**/api/**", lambda route: route.abort())
        page.goto(address)
        expect_it_said(page)
        page.wait_for_timeout(LONGER_MS)
        assert page.url == address
        expect(page.locator('[data-do="start"]')).to_have_count(0)
        page.unroute("**/api/**")
        expect(page.locator(".seat.open")).to_be_visible()


@pytest.mark.wide
def test_n14_of_what_waited_and_what_was_tapped_meanwhile_nothing_is_lost(
    open_page: Opener,
) -> None:
    table = begun(open_page)
    table.wait_until_saved()
    page, address = table.page, table.page.url
    page.route("**/api/**", lambda route: route.abort())
    table.bid(1)
    expect(page.locator(".state.kept")).to_be_visible()
    page.goto("/health")
    page.unroute("**/api/**")
    with held(page):
        page.goto(address)
        expect_it_said(page)
        expect(page.locator(".ring.set")).to_have_count(0)
        table.tap(".trump")
        table.tap(".trumps .suit-red")
        table.wait_until_saved()

    expect(page.locator(".ring.set")).to_have_text(["1"])
    page.locator(".conflict .choice").last.click()
    table.wait_until_saved()
    assert stored(page)["rounds"][0]["bids"] == [None, 1, None, None]


@pytest.mark.wide
def test_n14_a_tap_of_towers_is_kept_until_the_storage_answers(
    open_page: Opener,
) -> None:
    page = open_page("/towers/en")
    sit_down(page, *NAMES[:3])
    tap(page, "play")
    happens(page, "home", 0)
    as_served(page)
    address = page.url
    page.goto("/health")
    with held(page):
        page.goto("/towers/en")
        expect_it_said(page)
        happens(page, "home", 2)
        assert page.url == address
        assert len(as_served(page)["events"]) == 2

    happens(page, "home", 1)
    page.reload()
    assert [event["seat"] for event in as_served(page)["events"]] == [0, 2, 1]

"""On a phone four times slower: tap to painted; and how soon a whole game is saved.

Painted: the first frame after the tap has been handed over. It counts from the moment
of the input, waiting included. The floor is a page with nothing but buttons. Here a
person feels the time itself, so the most allowed is a time, shown as a ratio.

A tap is a bare press at a place on the screen, held as long as a quick finger stays on
the glass; it counts from the moment it is let go, which is when a tap is a tap. Let go
in the same instant, the press would still be on its way through the slowed page.
Playwright's own click also asks the page, while it is pressed, whether the right
element is hit; that runs between the finger and the frame and is none of ours.
Nor is the search for the next button, so the page tells when it has painted. The next
tap comes as soon as its button is found after that: whatever was put off until after
the frame is still at work then, and counts.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bench.clock import Caller, Figure, median, served
from bench.empty import bare_app
from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store import schema
from tests.browser import hand
from tests.browser.chromium import PHONE, launched
from tests.browser.table import Table

SLOWDOWN = 4
PRESSED_MS = 60  # people press for 60 to 150
LONGEST_TAP = 0.050
LONGEST_SYNC = 5.0
NAMES = ("Ute", "Kevin", "Ada", "Tom", "Zoë", "王小明")
ROUNDS = 10
REQUESTS = ROUNDS + 3  # the group, the game, its rounds, its end
NOTHING = "data:text/html,<title>Nothing</title>" + "<button>Tap</button>" * 20
TAPS = """
    window.taps = [];
    addEventListener("click", ({ timeStamp }) => {
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
                window.taps.push(performance.now() - timeStamp);
                console.debug("painted");
            };
            port2.postMessage(null);
        });
    }, true);
"""
SAVED = """
    addEventListener("online", () => {
        const begun = performance.now();
        const look = () => {
            if (!document.querySelector(".state.saved")) setTimeout(look, 5);
            else window.savedAfter = performance.now() - begun;
        };
        look();
    });
"""


def figures(folder: Path) -> Iterator[Figure]:
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    with sync_playwright() as playwright, served(app) as call:
        browser = launched(playwright)
        yield tapping(browser, call)
        yield syncing(browser, call)
        browser.close()


def tapping(browser: Browser, call: Caller) -> Figure:
    floor = slowest(taps_on_nothing(phone_page(browser, NOTHING, TAPS, slow=True)))
    taps = taps_of_a_game(phone_page(browser, address(call), TAPS, slow=True))
    most = LONGEST_TAP / floor
    tap = slowest(taps)
    return Figure("tap to painted, p95", tap, "a page of buttons", floor, most)


def syncing(browser: Browser, call: Caller) -> Figure:
    with served(bare_app()) as bare:
        floor = median(lambda: bare("PUT", "/", "{}"), times=100) * REQUESTS
    sync = sync_of_a_game(phone_page(browser, address(call), hand.HURRY, SAVED))
    most = LONGEST_SYNC / floor
    return Figure("a game is synced", sync, f"{REQUESTS} empty requests", floor, most)


def address(call: Caller) -> str:
    return f"http://127.0.0.1:{call.connection.port}/play/en#new"


def slowest(durations: list[float]) -> float:
    """The 95th percentile, from milliseconds to seconds."""
    assert len(durations) >= 60
    return statistics.quantiles(durations, n=20)[-1] / 1000


def phone_page(browser: Browser, url: str, *scripts: str, slow: bool = False) -> Page:
    context = browser.new_context(viewport=PHONE, locale="en", has_touch=True)
    page = context.new_page()
    for script in scripts:
        page.add_init_script(script)
    page.goto(url)
    if slow:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    return page


class Finger(Table):
    """Presses where a button is, and asks the page nothing until it has painted."""

    def press(self, button: Locator) -> None:
        touch(button)


def touch(button: Locator) -> None:
    """Press the middle of a button that is in view, or scrolled into it."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with button.page.expect_console_message(lambda said: said.text == "painted"):
        button.page.mouse.click(x, y, delay=PRESSED_MS)


def taps_on_nothing(page: Page) -> list[float]:
    for turn in range(80):
        touch(page.locator("button").nth(turn % 20))
    return taps_on(page)


def taps_of_a_game(page: Page) -> list[float]:
    table = Finger(page)
    table.start(NAMES)
    seats = range(len(NAMES))
    for round_ in hand.played_rounds(ROUNDS, len(NAMES)):
        table.bid(*[round_.bids[(round_.number + step) % len(NAMES)] for step in seats])
        table.wait_for_reading()
        table.book(round_.bids, round_.tricks, NAMES)
        table.done()
    return taps_on(page)


def taps_on(page: Page) -> list[float]:
    page.wait_for_timeout(500)
    taps: list[float] = page.evaluate("window.taps")
    page.context.close()
    return taps


def sync_of_a_game(page: Page) -> float:
    Table(page).start(NAMES)
    page.context.set_offline(True)
    hand.play(page, hand.played_rounds(ROUNDS, len(NAMES)), NAMES)
    expect(page.locator(".state.kept")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_function("() => window.savedAfter > 0")
    after: float = page.evaluate("window.savedAfter")
    page.context.close()
    return after / 1000

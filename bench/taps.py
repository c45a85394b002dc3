"""Tap to painted, with the processor slowed four times, in a game of six.

A tap counts from the moment that a button is let go until the first frame after it. It
is held for 60 ms, less than people do: let go at once, the press would still be on its
way through the slowed page. The page itself tells when it has painted.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Locator, sync_playwright

from bench.clock import Figure, figure_of, served_app
from tests.browser import hand
from tests.browser.chromium import PHONE, launched
from tests.browser.table import Table

SLOWDOWN = 4
PRESSED_MS = 60
LONGEST_S = 0.1
ROUNDS = 10
NAMES = ("Ute", "Kevin", "Ada", "Tom", "Zoë", "王小明")
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


class Finger(Table):
    """Presses where a button is, and asks the page nothing until it has painted."""

    def press(self, button: Locator) -> None:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        with self.page.expect_console_message(lambda said: said.text == "painted"):
            self.page.mouse.click(x, y, delay=PRESSED_MS)


def figures(folder: Path) -> Iterator[Figure]:
    with served_app(folder) as (_app, call), sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_context(viewport=PHONE, locale="en").new_page()
        page.add_init_script(TAPS)
        page.goto(f"http://127.0.0.1:{call.port}/play/en#new")
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        play(Finger(page))
        page.wait_for_timeout(500)
        taps: list[float] = page.evaluate("window.taps")
        browser.close()
    assert len(taps) >= 60
    p95 = statistics.quantiles(taps, n=20)[-1] / 1000
    yield figure_of("tap to painted, p95", p95, LONGEST_S)


def play(table: Finger) -> None:
    table.start(NAMES)
    seats = range(len(NAMES))
    for round_ in hand.played_rounds(ROUNDS, len(NAMES)):
        table.bid(*[round_.bids[(round_.number + step) % len(NAMES)] for step in seats])
        table.wait_for_reading()
        table.book(round_.bids, round_.tricks, NAMES)
        table.done()

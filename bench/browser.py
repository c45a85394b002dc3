"""Chromium on slow 4G: the first page, the first load of the play page, and taps.

On the first page a newcomer types a name; it counts once it is painted. A tap counts
from the release of a button until the first frame after it, in a game of six with the
processor slowed four times. It is held for 60 ms, less than people do.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Locator, Page, sync_playwright

from bench.clock import Figure, figure_of, served_app
from tests.browser import hand
from tests.browser.chromium import PHONE, launched
from tests.browser.table import Table

SPEEDS = {"downloadThroughput": 1_638_400 / 8, "uploadThroughput": 750_000 / 8}
SLOW_4G = {"offline": False, "latency": 150, **SPEEDS}
MOST_KB, MOST_REQUESTS, LONGEST_LOAD_S, LONGEST_NAME_S = 60, 12, 1.2, 1.0

SLOWDOWN, PRESSED_MS, LONGEST_TAP_S = 4, 60, 0.1
ROUNDS, NAMES = 10, ("Ute", "Kevin", "Ada", "Tom", "Zoë", "王小明")
TAPS = """
    window.taps = [];
    addEventListener("click", ({ timeStamp }) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            window.taps.push(performance.now() - timeStamp);
            console.debug("painted");
        };
        port2.postMessage(null);
    }), true);
"""


def figures(folder: Path) -> Iterator[Figure]:
    with served_app(folder) as (_app, call), sync_playwright() as playwright:
        browser = launched(playwright)
        home = f"http://127.0.0.1:{call.port}/"
        address = f"{home}play/en"
        names = [first_name(browser, home) for _ in range(3)]
        yield figure_of("first name on /", statistics.median(names), LONGEST_NAME_S)
        yield from first_load(browser, address)
        yield taps(browser, address)
        browser.close()


def on_slow_4g(browser: Browser) -> tuple[Page, CDPSession]:
    page = browser.new_context(viewport=PHONE, locale="en").new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    return page, session


def first_name(browser: Browser, home: str) -> float:
    page, session = on_slow_4g(browser)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(home, wait_until="commit")
    page.locator(".first-names input").first.focus()
    page.keyboard.insert_text(NAMES[0])
    painted: float = page.evaluate("new Promise(requestAnimationFrame)") / 1000
    page.context.close()
    return painted


def first_load(browser: Browser, address: str) -> Iterator[Figure]:
    sizes: dict[str, float] = {}
    page, session = on_slow_4g(browser)
    session.on(
        "Network.loadingFinished",
        lambda said: sizes.update({said["requestId"]: said["encodedDataLength"]}),
    )
    page.goto(address)
    page.wait_for_selector('[data-key="name-0"]')
    ready = page.evaluate("performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    yield figure_of("first load, ready", ready, LONGEST_LOAD_S)
    yield figure_of("first load, kB", sum(sizes.values()) / 1e6, MOST_KB / 1000)
    yield figure_of("first load, requests", len(sizes) / 1000, MOST_REQUESTS / 1000)
    page.context.close()


class Finger(Table):
    """Presses where a button is, and asks the page nothing until it has painted."""

    def press(self, button: Locator) -> None:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        with self.page.expect_console_message(lambda said: said.text == "painted"):
            self.page.mouse.click(x, y, delay=PRESSED_MS)


def taps(browser: Browser, address: str) -> Figure:
    page = browser.new_context(viewport=PHONE, locale="en").new_page()
    page.add_init_script(TAPS)
    page.goto(f"{address}#new")
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    table, seats = Finger(page), range(len(NAMES))
    table.start(NAMES)
    for round_ in hand.played_rounds(ROUNDS, len(NAMES)):
        table.bid(*[round_.bids[(round_.number + step) % len(NAMES)] for step in seats])
        table.wait_for_reading()
        table.book(round_.bids, round_.tricks, NAMES)
        table.done()
    page.wait_for_timeout(500)
    found: list[float] = page.evaluate("window.taps")
    assert len(found) >= 60
    p95 = statistics.quantiles(found, n=20)[-1] / 1000
    return figure_of("tap to painted, p95", p95, LONGEST_TAP_S)

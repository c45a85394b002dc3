"""The first load of the play page in Chromium on slow 4G: bytes, requests, time."""

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.clock import Figure, figure_of, served_app
from tests.browser.chromium import PHONE, launched

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 750_000 / 8,
}
MOST_KB = 60
MOST_REQUESTS = 12
LONGEST_S = 1.2
READY = '[data-key="name-0"]'


def figures(folder: Path) -> Iterator[Figure]:
    sizes: dict[str, float] = {}
    with served_app(folder) as (_app, call), sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_context(viewport=PHONE, locale="en").new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        session.on(
            "Network.loadingFinished",
            lambda said: sizes.update({said["requestId"]: said["encodedDataLength"]}),
        )
        page.goto(f"http://127.0.0.1:{call.port}/play/en")
        page.wait_for_selector(READY)
        ready = page.evaluate("performance.now()") / 1000
        page.wait_for_load_state("networkidle")
        browser.close()
    yield figure_of("first load, ready", ready, LONGEST_S)
    yield figure_of("first load, kB", sum(sizes.values()) / 1e6, MOST_KB / 1000)
    yield figure_of("first load, requests", len(sizes) / 1000, MOST_REQUESTS / 1000)

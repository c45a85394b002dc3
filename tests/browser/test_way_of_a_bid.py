"""A bid runs through few modules of the scripts, from the tap until it is saved."""

import re

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Opener
from tests.browser.table import Table

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada")
MOST_MODULES = 20
BUNDLE = re.compile(r"(.*/static/\w+)/(?:dist|js/play)/(play|lazy)\.js$")
SOURCES = {"play": "js/play/main.js", "lazy": "js/lazy/parts.js"}


def serve_sources(route: Route) -> None:
    """Answer a bundle with the modules that it was made of."""
    found = BUNDLE.match(route.request.url)
    assert found
    source = f"{found[1]}/{SOURCES[found[2]]}"
    route.fulfill(body=f'export * from "{source}";', content_type="text/javascript")


def modules_run(page: Page, table: Table, value: int) -> set[str]:
    """Return the modules of which a function runs between a bid and its save."""
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True})
    session.send("Profiler.takePreciseCoverage")
    table.bid(value)
    table.wait_until_saved()
    scripts = session.send("Profiler.takePreciseCoverage")["result"]
    return {
        script["url"].partition("/js/")[2]
        for script in scripts
        if any(each["ranges"][0]["count"] for each in script["functions"])
    } - {""}


def test_a_bid_runs_through_few_modules(open_page: Opener) -> None:
    page = open_page("/health")
    page.route(BUNDLE, serve_sources)
    page.route("**/js/play/css/lazy.css", lambda route: route.fulfill(body=""))
    with page.expect_request("**/js/lazy/parts.js"):
        page.goto("/play/en#new")
        table = Table(page)
        table.start(NAMES)
    table.bid(1)
    table.wait_until_saved()

    found = modules_run(page, table, 0)

    assert {"play/main.js", "play/sender.js"} <= found
    assert len(found) <= MOST_MODULES

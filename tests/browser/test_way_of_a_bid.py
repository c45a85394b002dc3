"""A bid runs through few modules of the scripts, from the tap until it is saved."""

import re

from tests.browser.table import Table

MOST_MODULES = 20
BUNDLE = re.compile(r"(.*/static/\w+)/(?:dist|js/play)/(play|lazy)\.js$")
SOURCES = {"play": "js/play/main.js", "lazy": "js/lazy/parts.js"}


def serve_sources(route):
    """Answer a bundle with the modules that it was made of, and mark the page."""
    found = BUNDLE.match(route.request.url)
    assert found
    script = f'export * from "{found[1]}/{SOURCES[found[2]]}"; document.body.dataset.'
    route.fulfill(body=f'{script}{found[2]} = "";', content_type="text/javascript")


def test_a_bid_runs_through_few_modules(open_page):
    page = open_page("/health")
    page.route(BUNDLE, serve_sources)
    page.route("**/lazy.css", lambda route: route.fulfill(content_type="text/css"))
    page.goto("/play/en#new")
    table = Table(page)
    table.start(("Ute", "Kevin", "Ada"))
    page.wait_for_selector("[data-lazy]")
    table.bid(1)
    table.wait_until_saved()

    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True})
    session.send("Profiler.takePreciseCoverage")
    table.bid(0)
    table.wait_until_saved()
    scripts = session.send("Profiler.takePreciseCoverage")["result"]

    run = (s for s in scripts if any(f["ranges"][0]["count"] for f in s["functions"]))
    found = {script["url"].partition("/js/")[2] for script in run} - {""}
    assert {"play/main.js", "play/sender.js"} <= found
    assert len(found) <= MOST_MODULES

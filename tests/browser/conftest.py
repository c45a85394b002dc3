"""A real server on loopback and a real Chromium that opens its pages."""

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import PHONE, launched
from tests.browser.hand import HURRY
from tests.browser.network import network
from tests.browser.phones import begun
from tests.support.loopback import listening


@pytest.fixture(scope="session")
def playwright():
    """Start Playwright; a process can do so only once."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright):
    found = launched(playwright)
    yield found
    found.close()


@pytest.fixture
def server(app):
    with listening(app, threads=4) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def lossy(server):
    with network(server) as made:
        yield made


PATIENCE_MS = 15_000  # for busy machines
expect.set_options(timeout=PATIENCE_MS)

AT_HAND = {"viewport": PHONE, "locale": "en", "service_workers": "block"}


@pytest.fixture
def open_page(browser, server):
    """Open a path in a new browser, after *scripts*; any error fails the test.

    Its clock can be moved (``window.hurry``), so that no test waits for a pause. The
    service worker loads all pages ahead, a fifth of a test's time: only tests about it
    use it (``phones.installed``).
    """
    contexts = []
    complaints = []

    def opened(path, *scripts, **how):
        settings = {**AT_HAND, "base_url": server, **how}
        context = browser.new_context(**settings)
        contexts.append(context)
        for script in (HURRY, *scripts):
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.set_default_navigation_timeout(40_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: _complain(said, complaints))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def table(open_page):
    """The phone in the middle of the table, with a game that is saved."""
    return begun(open_page)


EXPECTED = (
    # A conflict or a missing group is a valid response, not an error of the page.
    "Failed to load resource",
    # Over plain http, browsers report that they ignore this header.
    "The Cross-Origin-Opener-Policy header has been ignored",
)


def _complain(said, complaints):
    if said.type == "error" and not any(word in said.text for word in EXPECTED):
        complaints.append(said.text)

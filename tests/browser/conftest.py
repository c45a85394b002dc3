"""A real server on loopback and a real Chromium that drives its pages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from scorepad.settings import CHECKOUT
from tests.browser.chromium import PHONE, launched
from tests.browser.hand import HURRY
from tests.browser.network import Network, network
from tests.support.loopback import listening


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; a process may hold it once."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, once for all tests."""
    found = launched(playwright)
    yield found
    found.close()


@pytest.fixture
def server(app: Flask) -> Iterator[str]:
    """The application behind waitress; its address."""
    with listening(app, threads=4) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def lossy(server: str) -> Iterator[Network]:
    """A network in front of the server; it loses nothing until it is told to."""
    with network(server) as made:
        yield made


PATIENCE_MS = 15_000  # on a machine that does a dozen other things meanwhile
expect.set_options(timeout=PATIENCE_MS)
Opener = Callable[..., Page]

WITH_WORKER: Final = {"service_workers": "allow"}
# Ready never is refused: where the worker cannot be installed, a test would hang.
INSTALLED: Final = """() => Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((_, refused) => setTimeout(refused, 30000, "not installed")),
])"""
AT_HAND: Final = {"viewport": PHONE, "locale": "en", "service_workers": "block"}


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Opener]:
    """Open a path in a browser of its own; any error on a page fails the test.

    Its clock can be moved on (``window.hurry``), so that no test waits for a pause.
    The worker fetches all pages ahead, a fifth of a test's work: only a test that is
    about it has it (``WITH_WORKER``).
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(path: str, **how: Any) -> Page:
        settings = {**AT_HAND, "base_url": server, **how}
        context = browser.new_context(**settings)
        contexts.append(context)
        context.add_init_script(HURRY)
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


EXPECTED = (
    # A conflict or a group not yet there is an answer, not a fault of the page.
    "Failed to load resource",
    # On plain http a browser says of every page that it does not heed this header.
    "The Cross-Origin-Opener-Policy header has been ignored",
)


def _complain(said: Any, complaints: list[str]) -> None:
    if said.type == "error" and not any(word in said.text for word in EXPECTED):
        complaints.append(said.text)


@pytest.fixture
def pictures() -> Path:
    """Where pictures of pages go, to be looked at."""
    folder = CHECKOUT / "tests" / "pictures"
    folder.mkdir(exist_ok=True)
    return folder

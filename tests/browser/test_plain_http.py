"""Plain http in a home network: a host that is neither localhost nor an IP address."""

import pytest
from playwright.sync_api import Error, expect

from tests.browser.chromium import launched
from tests.browser.phones import WITH_WORKER, begun, on_the_server
from tests.support.loopback import listening

NAME = "pad.local"
HINT = (
    "Without HTTPS the screen may go dark. Set a longer screen timeout and do not "
    "reload while offline."
)
DENIED = """() => [
    isSecureContext, "serviceWorker" in navigator, "locks" in navigator,
    "wakeLock" in navigator, "randomUUID" in crypto,
]"""


@pytest.fixture(scope="module")
def browser(playwright):
    """A Chromium that resolves the home network to this machine, and nothing else."""
    found = launched(
        playwright, f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND"
    )
    yield found
    found.close()


@pytest.fixture
def server(app):
    with listening(app, threads=4) as port:
        yield f"http://{NAME}:{port}"


def test_n13_on_plain_http_taps_survive_offline_and_the_menu_says_what_is_missing(
    open_page,
):
    table = begun(open_page, **WITH_WORKER)
    page, address = table.page, table.page.url
    assert page.evaluate(DENIED) == [False] * 5
    page.context.set_offline(True)
    table.bid(1)
    expect(page.locator(".state.kept")).to_be_visible()

    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(False)
    page.goto(address)

    expect(page.locator(".ring.set")).to_have_text(["1"])
    table.play(0, 0)
    table.wait_until_saved()
    assert on_the_server(page)["rounds"][0]["tricks"] == [0, 1, 0]
    table.tap(".more")
    expect(page.locator(".menu .hint")).to_have_text(HINT)
    expect(page.locator('.menu a[href$="/https"]')).to_be_visible()

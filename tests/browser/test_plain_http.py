"""Plain http in a home network: a host that is neither localhost nor an IP address."""

import pytest
from playwright.sync_api import Error, expect

from tests.browser.chromium import AT_HOME, HOME, launched
from tests.browser.phones import WITH_WORKER, begun, on_the_server

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
    found = launched(playwright, AT_HOME)
    yield found
    found.close()


@pytest.fixture
def server(server):
    return server.replace("127.0.0.1", HOME)


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

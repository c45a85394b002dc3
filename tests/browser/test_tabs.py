"""Two tabs of one phone, and a finger that comes down twice: one save for each tap."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.network import Network, network
from tests.browser.table import Table
from tests.browser.test_lossy import stored
from tests.browser.test_storage import NO_LOCKS
from tests.wide import first_of

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada")
# The pause after a tap is over in the first tab while the second one still sends.
LATE_S = 0.6
HOW = {"locks": "", "a lease": NO_LOCKS}


@pytest.fixture
def slow(server: str) -> Iterator[Network]:
    """A network that takes its time once it is told to."""
    with network(server) as made:
        yield made


def begun(open_page: Opener, slow: Network, *scripts: str) -> Table:
    page = open_page(f"{slow.url}/health")
    for script in scripts:
        page.context.add_init_script(script)
    page.goto(f"{slow.url}/play/en#new")
    table = Table(page)
    table.start(NAMES)
    table.wait_until_saved()
    return table


def second_tab(page: Page) -> Table:
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator(".seat.open")).to_be_visible()
    return Table(tab)


def first_round(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = stored(page)["rounds"][0]
    return found


@pytest.mark.parametrize("how", first_of(HOW))
def test_r05_two_tabs_of_one_phone_send_each_tap_once(
    open_page: Opener, slow: Network, how: str
) -> None:
    table = begun(open_page, slow, HOW[how])
    tab = second_tab(table.page)
    slow.delay_s = LATE_S
    slow.writes.clear()

    for taps, phone in enumerate((table, tab), start=1):
        phone.bid(1)
        for each in (table, tab):
            expect(each.page.locator(".ring.set")).to_have_count(taps)
            each.wait_until_saved()

    slow.delay_s = 0
    assert [path.rsplit("/", 1)[-1] for path in slow.writes] == ["1", "1"]
    assert first_round(table.page)["revision"] == len(slow.writes)
    assert first_round(table.page)["bids"] == [None, 1, 1]


def test_r05_a_double_tap_on_a_number_books_it_once(
    open_page: Opener, slow: Network
) -> None:
    table = begun(open_page, slow)
    slow.writes.clear()

    for value in (1, 0, 1):
        table.page.locator(".seat.open .chip").nth(value).dblclick()
        table.wait_until_saved()

    expect(table.page.locator(".verdict")).to_be_visible()
    found = first_round(table.page)
    assert (found["revision"], len(slow.writes)) == (3, 3)
    assert (found["bids"], found["tricks"]) == ([1, 1, 0], None)

"""Two tabs of one phone, and double taps: one save for each tap."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import begun
from tests.browser.table import Table
from tests.browser.test_lossy import stored
from tests.browser.test_storage import NO_LOCKS
from tests.support.wide import first_of

# The pause after a tap is over in the first tab while the second one still sends.
LATE_S = 0.6
HOW = {"locks": "", "plain http": NO_LOCKS}


def second_tab(page):
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator(".seat.open")).to_be_visible()
    return Table(tab)


def first_round(page):
    return stored(page)["rounds"][0]


@pytest.mark.parametrize("how", first_of(HOW))
def test_r05_two_tabs_of_one_phone_send_each_tap_once(open_page, lossy, how):
    table = begun(open_page, lossy, HOW[how])
    tab = second_tab(table.page)
    lossy.delay_s = LATE_S
    lossy.writes.clear()

    for taps, phone in enumerate((table, tab), start=1):
        phone.bid(1)
        for each in (table, tab):
            expect(each.page.locator(".ring.set")).to_have_count(taps)
            each.wait_until_saved()

    lossy.delay_s = 0
    if how == "locks":
        assert [path.rsplit("/", 1)[-1] for path in lossy.writes] == ["1", "1"]
    assert first_round(table.page)["revision"] == 2
    assert first_round(table.page)["bids"] == [None, 1, 1]


def test_r05_a_double_tap_on_a_number_books_it_once(open_page, lossy):
    table = begun(open_page, lossy)
    lossy.writes.clear()

    for value in (1, 0, 1):
        table.page.locator(".seat.open .chip").nth(value).dblclick()
        table.wait_until_saved()

    expect(table.page.locator(".verdict")).to_be_visible()
    found = first_round(table.page)
    assert (found["revision"], len(lossy.writes)) == (3, 3)
    assert (found["bids"], found["tricks"]) == ([1, 1, 0], None)

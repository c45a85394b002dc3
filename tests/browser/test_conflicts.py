"""Two phones write the same round: who is asked, about what, and the result."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import let_in, on_the_server
from tests.browser.table import Table

NAMES = ("Ute", "Kevin", "Ada")
OFF_AND_ON = 200
ROUND_2 = re.compile(r"Round \W?2\W? was also changed")


@pytest.fixture
def phones(open_page, request):
    """Two devices that show round 2 of the same game; the second as the test wants."""
    first = Table(open_page("/play/en#new"))
    first.start(NAMES)
    first.play(1, 0, 0)
    first.wait_until_saved()
    second = Table(let_in(open_page, first.page, **getattr(request, "param", {})))
    expect(second.page.locator("h1.round")).to_contain_text("2 /")
    return first, second


def disagree(first, second):
    second.page.context.set_offline(True)
    second.play(2, 0, 0)
    second.bid(1)
    first.bid(0, 0)
    first.wait_until_saved()
    second.page.context.set_offline(False)
    expect(second.page.locator(".conflict")).to_be_visible()


def answer(page, word):
    page.locator(".conflict .choice", has_text=word).click()
    expect(page.locator(".conflict")).to_have_count(0)


def bids(page, number):
    return on_the_server(page)["rounds"][number - 1]["bids"]


def chosen(page, number):
    states = on_the_server(page, f"/rounds/{number}/history")["states"]
    return [(state["body"]["bids"], state["chosen"]) for state in states]


def test_n03_the_second_phone_is_asked_about_that_round_only(phones):
    first, second = phones
    disagree(first, second)
    page = second.page

    expect(page.locator(".conflict")).to_contain_text(ROUND_2)
    expect(page.locator(".conflict")).to_contain_text("Linux computer")
    expect(page.locator("h1.round")).to_contain_text("3 /")
    expect(page.locator(".sides tbody tr").first).to_contain_text("–")
    second.bid(1)
    page.wait_for_timeout(OFF_AND_ON)
    assert 1 in bids(page, 3)
    assert bids(page, 2).count(None) == 1
    expect(page.locator(".conflict")).to_be_visible()


@pytest.mark.wide
def test_mine_holds_though_reloaded_and_theirs_stays_in_the_history(phones):
    first, second = phones
    disagree(first, second)
    theirs = bids(first.page, 2)

    second.page.reload()
    expect(second.page.locator(".conflict")).to_contain_text(ROUND_2)
    answer(second.page, "Keep mine")
    second.wait_until_saved()

    states = chosen(second.page, 2)
    assert None not in bids(first.page, 2)
    assert states[0] == (bids(first.page, 2), True)
    assert states[1] == (theirs, True)
    second.page.reload()
    expect(second.page.locator("h1.round")).to_be_visible()
    expect(second.page.locator(".conflict")).to_have_count(0)

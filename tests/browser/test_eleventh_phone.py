"""K: ten groups were created from this address within the hour; then comes another."""

import re

import pytest
from playwright.sync_api import expect

from scorepad.db.engine import db
from scorepad.services.rate_limits import UNLIMITED
from tests.browser.fitting import assert_it_fits
from tests.browser.table import Table, wait_for
from tests.browser.test_accessibility import violations
from tests.browser.test_lossy import stored
from tests.support.clock import clock_off_by
from tests.support.invitations import code_for
from tests.support.phone import found_another

NAMES = ("Ute", "Kevin", "Ada")
UNTIL = re.compile(r"no new groups from here until \W?\d\d:\d\d\W?\. Play on: ")
SMALL = {"width": 360, "height": 740}
HERE = "127.0.0.1"
COVERED = """() => {
    const box = (element) => element.getBoundingClientRect();
    const said = box(document.querySelector("footer .state"));
    const beside = "footer button, footer .balance > :not(.state)";
    const meets = ({ left, right, top, bottom }) => left < said.right
        && right > said.left && top < said.bottom && bottom > said.top;
    return [...document.querySelectorAll(beside)].filter((e) => meets(box(e)));
}"""


@pytest.fixture
def hosts(app):
    """Ten earlier phones, with rate limits switched on."""
    with app.app_context():
        db.engine.update_execution_options(**{UNLIMITED: False})
    found = [found_another(app, HERE) for _ in range(10)]
    assert {answer.status_code for _, answer in found} == {201}
    return [phone for phone, _ in found]


@pytest.fixture
def eleventh(hosts, open_page):
    return refused(open_page, "en")


def refused(open_page, language):
    table = Table(open_page(f"/play/{language}#new", viewport=SMALL))
    table.start(NAMES)
    table.bid(1)
    wait_for(table.page, ".state.waits")
    return table


def an_hour_later(page):
    with clock_off_by(hours=1):
        page.reload()
        wait_for(page, ".state.saved")


def test_k_the_eleventh_phone_says_why_and_until_when_and_plays_on(eleventh):
    state = eleventh.page.locator(".state")
    expect(state).to_have_text(UNTIL)
    expect(state.locator("a")).to_have_attribute("href", "/join")
    assert eleventh.page.evaluate(COVERED) == []

    eleventh.play(0, 0)

    expect(state).to_have_text(UNTIL)
    an_hour_later(eleventh.page)
    assert stored(eleventh.page)["rounds"][0]["tricks"] == [0, 1, 0]


def test_k_it_joins_the_group_of_the_house_and_keeps_its_game(hosts, eleventh):
    page = eleventh.page
    game = page.url
    page.locator(".state a").click()
    page.locator("#code").fill(code_for(hosts[0]))
    page.locator("form.leaf .main").click()
    page.wait_for_url(f"**/g/{hosts[0].group}/me")

    page.goto(game)
    expect(page.locator(".ring.set")).to_have_text(["1"])
    an_hour_later(page)
    assert stored(page)["rounds"][0]["bids"] == [None, 1, None]


@pytest.mark.wide
@pytest.mark.parametrize("language", ["de", "ko", "zh-Hans", "zh-Hant"])
def test_k_the_sentence_covers_nothing_on_a_small_phone(hosts, open_page, language):
    assert len(hosts) == 10
    page = refused(open_page, language).page

    assert page.evaluate(COVERED) == []
    assert_it_fits(page, SMALL["width"])
    assert violations(page) == []

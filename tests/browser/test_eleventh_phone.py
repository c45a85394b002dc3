"""A group that may not be created yet: the phone says why, and no game is lost.

K: ten were created from this address within the hour. S30: a code or link is needed.
"""

import re

import pytest
from playwright.sync_api import expect

from scorepad.db.engine import db
from scorepad.services.rate_limits import UNLIMITED
from scorepad.services.signups import new_link
from tests.browser.chromium import SMALL
from tests.browser.fitting import assert_it_fits
from tests.browser.phones import on_the_server
from tests.browser.table import Table, wait_for
from tests.browser.test_accessibility import violations
from tests.support.clock import clock_off_by
from tests.support.invitations import code_for
from tests.support.phone import found_another
from tests.support.wide import first_of
from tests.web.test_signups import CODE, MODES, let

UNTIL = re.compile(r"no new groups from here until \W?\d\d:\d\d\W?\. Play on: ")
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


def refused(open_page, language):
    table = Table(open_page(f"/play/{language}#new", viewport=SMALL))
    table.start()
    table.bid(1)
    wait_for(table.page, ".state.waits")
    return table


def test_k_a_phone_that_gets_no_group_says_why_and_plays_on(hosts, open_page):
    table = refused(open_page, "en")
    page, state = table.page, table.page.locator(".state")
    expect(state).to_have_text(UNTIL)
    assert page.evaluate(COVERED) == []
    table.play(0, 0)
    expect(state).to_have_text(UNTIL)

    game = page.url
    page.locator(".state a").click()
    page.locator("#code").fill(code_for(hosts[0]))
    page.locator("form.leaf .main").click()
    page.wait_for_url(f"**/g/{hosts[0].group}/me")
    page.goto(game)
    expect(page.locator("h1.round")).to_contain_text("2 / 20")

    with clock_off_by(hours=1):
        page.reload()
        wait_for(page, ".state.saved")
    assert on_the_server(page)["rounds"][0]["tricks"] == [0, 1, 0]


@pytest.mark.wide
@pytest.mark.parametrize("language", ["de", "ko", "zh-Hans", "zh-Hant"])
def test_k_the_sentence_covers_nothing_on_a_small_phone(hosts, open_page, language):
    assert len(hosts) == 10
    page = refused(open_page, language).page

    assert page.evaluate(COVERED) == []
    assert_it_fits(page, SMALL["width"])
    assert violations(page) == []


NEEDED = {"code": "You need a code from", "closed": "You need a link from"}


def enter(page, app, mode):
    if mode == "code":
        page.locator(".state a").click()
        page.locator("#code").fill(CODE)
    else:
        page.goto(f"/signup#{new_link(app.config['SECRET'])}")
        expect(page.locator("#code")).to_be_hidden()
    page.locator("form.leaf .main").click()


@pytest.mark.parametrize("mode", first_of(MODES))
def test_s30_a_game_that_was_played_first_is_saved_once_it_may_be(app, open_page, mode):
    let(app, mode)
    table = refused(open_page, "en")
    expect(table.page.locator(".state")).to_contain_text(NEEDED[mode])
    table.bid(0, 0)

    enter(table.page, app, mode)

    wait_for(table.page, ".state.saved")
    assert on_the_server(table.page)["rounds"][0]["bids"] == [0, 1, 0]

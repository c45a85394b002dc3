"""A server on which a new group needs a code or link: no game is lost."""

import pytest
from playwright.sync_api import expect

from scorepad.services.signups import new_link
from tests.browser.table import wait_for
from tests.browser.test_eleventh_phone import refused
from tests.browser.test_lossy import stored
from tests.support.wide import first_of
from tests.web.test_signups import CODE, MODES, let

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
    assert stored(table.page)["rounds"][0]["bids"] == [0, 1, 0]

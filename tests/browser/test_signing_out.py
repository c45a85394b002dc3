"""An owner signs out all other phones with two taps, and goes on keeping score."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import let_in, on_the_server, place_of
from tests.browser.table import Table

pytestmark = pytest.mark.browser


@pytest.mark.wide
def test_the_other_phone_is_out_and_this_one_goes_on(open_page):
    first = Table(open_page("/play/en#new"))
    first.start(("Ute", "Kevin", "Ada"))
    first.wait_until_saved()
    second = let_in(open_page, first.page)
    group, game = place_of(first.page)
    played = first.page.url

    first.page.goto(f"/g/{group}/people/phones")
    first.page.get_by_text("Sign out all other devices").click()
    expect(first.page.get_by_text("needs a new link or code")).to_be_visible()
    first.page.get_by_role("button", name="Sign out").click()

    expect(first.page.locator(".devices > li")).to_have_count(1)
    assert second.request.get(f"/g/{group}/games/{game}").status == 404
    first.page.goto(played)
    first.play(1, 0, 0)
    first.wait_until_saved()
    assert on_the_server(first.page)["rounds"][0]["bids"] == [0, 1, 0]

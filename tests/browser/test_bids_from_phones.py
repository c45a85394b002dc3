"""Bids from players' own phones arrive on the phone in the middle."""

from playwright.sync_api import expect

from tests.browser.test_five_screens import known
from tests.support.invitations import let_in, post
from tests.support.phone import Phone


def test_n05_a_page_hears_of_bids_though_nobody_taps_on_it(open_page, app):
    host = Phone(app.test_client())
    game = host.start_game("Ute", "Kevin", "Ada")
    ute = let_in(host, "player")
    post(ute, "/me", player=host.people["Ute"])
    page = open_page(f"/play/en#{host.group}/{game}", **known(host))
    expect(page.locator(".seat.open .chip").first).to_be_visible()
    open_before = page.locator(".seat.open").inner_text()

    bid = {"round": 1, "seat": 0, "bid": 1, "seating": 0}
    assert post(ute, f"/games/{game}/seat", **bid).status_code == 303

    expect(page.locator(".ring.set")).to_have_text(["1"])
    assert page.locator(".seat.open").inner_text() == open_before

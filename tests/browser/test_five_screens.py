"""Several screens at one table or at two: scorekeeper, players, a television."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LARGE
from tests.browser.phones import joined, known, look_again
from tests.browser.table import HURRY_ON, THREE, Table, wait_for
from tests.browser.test_accessibility import violations
from tests.support.invitations import code_for, let_in, link_for, post
from tests.support.phone import THREE as NAMES
from tests.support.phone import Phone

UNCOVERED_MS = 4_000
BIDS = ({"Anna": 1, "Ute": 0, "Kevin": 0}, {"Anna": 0, "Ute": 2, "Kevin": 0})


@pytest.mark.wide
def test_five_screens_play_hidden_bids_to_the_end(open_page, app):
    host = Phone(app.test_client())
    shape = {"schedule": "custom", "cards": [1, 2], "bid_mode": "hidden"}
    game = host.start_game(*NAMES, **shape)
    television = open_page(f"/join#{link_for(host, 'viewer')}", viewport=LARGE)
    television.locator("form .main").click()
    expect(television.locator("h1")).to_be_visible()
    television.goto(f"/g/{host.group}/games/{game}/live?large")
    code = code_for(host)
    players = {name: joined(open_page, code, name) for name in NAMES}
    for page in players.values():
        expect(page.locator(".my-seat")).to_be_visible()
    keeper = Table(open_page(f"/play/en#{host.group}/{game}", **known(host)))
    covered = television.locator('td.bid use[href="#sealed"]')

    for bids in BIDS:
        for has_bid, (name, value) in enumerate(bids.items(), 1):
            page = players[name]
            page.locator(f'.chip[value="{value}"]').click()
            if has_bid == len(bids):
                break
            expect(page.locator(".covered-card")).to_be_visible()
            look_again(television)
            expect(covered).to_have_count(has_bid)
            assert television.locator("td.bid").get_by_text("–").count() > 0
        for page in players.values():
            look_again(page)
            wait_for(page, '[data-phase="play"]')
            wait_for(page, ".open-bid")
            shown = page.locator(".bidders .ring.set").all_text_contents()
            assert sorted(map(int, shown)) == sorted(bids.values())
        assert violations(players["Anna"]) == []
        look_again(television)
        expect(covered).to_have_count(0)
        expect(keeper.page.locator(".read .big")).to_have_count(3)
        keeper.page.evaluate(HURRY_ON, UNCOVERED_MS)
        keeper.pause()
        keeper.done()

    expect(keeper.page.locator(".winner")).to_be_visible()
    keeper.wait_until_saved()
    for page in (*players.values(), television):
        look_again(page)
        expect(page.locator('.live[data-phase="over"]')).to_be_visible()
    expect(television.locator("h1")).to_contain_text("Ute")


def test_n05_a_spectator_sees_what_is_corrected_after_the_end(open_page, app):
    host = Phone(app.test_client())
    game = host.play(*NAMES, rounds=[([1, 0, 0], [1, 0, 0])])
    path = f"/g/{host.group}/games/{game}/live?large"
    television = open_page(path, viewport=LARGE, **known(host))
    expect(television.locator("h1")).to_contain_text(NAMES[0])

    mended = host.save_round(game, 1, [1, 0, 0], [0, 0, 1], seen=1)
    assert mended.status_code == 200
    television.wait_for_load_state("networkidle")
    look_again(television)

    expect(television.locator("h1")).to_contain_text(NAMES[1])


def test_n05_a_page_hears_of_bids_though_nobody_taps_on_it(open_page, app):
    host = Phone(app.test_client())
    game = host.start_game(*THREE)
    ute = let_in(host, "player")
    post(ute, "/me", player=host.people["Ute"])
    page = open_page(f"/play/en#{host.group}/{game}", **known(host))
    expect(page.locator(".seat.open .chip").first).to_be_visible()
    open_before = page.locator(".seat.open").inner_text()

    bid = {"round": 1, "seat": 0, "bid": 1, "seating": 0}
    assert post(ute, f"/games/{game}/seat", **bid).status_code == 303

    expect(page.locator(".ring.set")).to_have_text(["1"])
    assert page.locator(".seat.open").inner_text() == open_before

"""Leaving the running game and returning: it is drawn at once, and no tap is lost."""

import pytest

from tests.browser.engines.game import (
    KEPT,
    OPEN,
    RING,
    SAVED,
    begin,
    bid,
    leave,
    link_to,
    rounds_on_the_server,
    undo,
)
from tests.browser.network import Fate, network, undisturbed

TIMES = 3
AT_ONCE_S = 1.0
LINKS = ("judge", "rules", "sheet", "home")
TAP_AND_LEAVE = """
    document.querySelector(".seat.open .chip").click();
    document.querySelector('.menu a[data-key="home"]').click();
"""
INSTALLED = "async () => { await navigator.serviceWorker.ready; }"


def test_n05_leaving_and_returning_many_times_draws_at_once_and_saves(phone, server):
    begin(phone, server)
    game = link_to(phone.address)
    for turn in range(TIMES):
        leave(phone, "home")
        phone.tap(game)
        assert phone.wait(OPEN) < AT_ONCE_S, turn
        undo(phone) if turn % 2 else bid(phone)
        phone.wait(SAVED)
        assert rounds_on_the_server(phone)[0]["revision"] == turn + 1


@pytest.mark.wide
def test_n05_a_tap_right_before_leaving_is_there_again_and_saved(phone, server):
    begin(phone, server)
    game = link_to(phone.address)
    for taps in (1, 2):
        phone.tap(".more")
        phone.wait(".menu")
        phone.run(TAP_AND_LEAVE)
        phone.tap(game)
        phone.wait_for_count(RING, taps)
        phone.wait(SAVED)


@pytest.mark.wide
def test_n05_every_link_leads_away_and_back(phone, server):
    begin(phone, server)
    game = link_to(phone.address)
    for link in (*LINKS, "print_sheet"):
        leave(phone, link)
        phone.back()
        assert phone.wait(OPEN) < AT_ONCE_S, link
    leave(phone, LINKS[-1])
    phone.tap(game)
    assert phone.wait(OPEN) < AT_ONCE_S
    bid(phone)
    phone.wait(SAVED)
    phone.wait_for_count(RING, 1)


@pytest.mark.wide
def test_n05_a_reload_and_a_second_tab_show_every_tap(phone, server):
    begin(phone, server)
    bid(phone)
    phone.wait_for_count(RING, 1)
    phone.reload()
    phone.wait_for_count(RING, 1)
    with phone.new_tab(phone.address):
        phone.wait_for_count(RING, 1)
        bid(phone)
        phone.wait(SAVED)
    phone.wait_for_count(RING, 2)
    bid(phone, 1)
    phone.wait(".verdict")
    phone.wait(SAVED)


@pytest.mark.wide
def test_n05_without_a_network_the_page_opens_and_sends_later(phone, server):
    with network(server) as way:
        begin(phone, way.url)
        phone.run_async(INSTALLED)
        leave(phone, "home")
        way.choose = lambda _method, _path: Fate.LOSE_REQUEST
        phone.back()
        phone.wait(OPEN)
        phone.reload()
        bid(phone)
        phone.wait(KEPT)
        phone.goto(f"{way.url}/")
        phone.wait_for_count(RING, 1)
        way.choose = undisturbed
        phone.run("dispatchEvent(new Event('online'));")
        phone.wait(SAVED)

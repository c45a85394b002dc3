"""A whole game by taps with its sheet and season; hidden bids; Wandering Towers."""

import pytest

from tests.browser.engines.game import (
    DONE,
    NAMES,
    OPEN,
    SAVED,
    START,
    bid,
    leave,
    link_to,
    open_start,
)
from tests.browser.hand import HURRY
from tests.browser.table import QUIET_MS

pytestmark = pytest.mark.wide

ROUNDS = 5
PRINTED = """async () => {
    const link = document.querySelector('a[href$="sheet.pdf"]');
    const answer = await fetch(link.href);
    return [answer.status, answer.headers.get("Content-Type")];
}"""


def play_a_round(phone, cards):
    """The first bidder takes all tricks; everybody meets the bid."""
    phone.wait(OPEN)
    for value in (cards, 0, 0):
        bid(phone, value)
    phone.wait(".verdict")
    phone.run("window.hurry(arguments[0]);", QUIET_MS)
    phone.tap(DONE)


def test_a_whole_game_is_played_by_taps_printed_and_found_in_the_season(phone, server):
    open_start(phone, server)
    phone.tap('[data-key="schedule-first5"]')
    phone.tap(START)
    phone.run(HURRY)
    for cards in range(1, ROUNDS + 1):
        play_a_round(phone, cards)
    phone.wait(".winner")
    phone.wait(SAVED)
    assert phone.run_async(PRINTED) == [200, "application/pdf"]
    phone.tap('a[href*="/g/"][href$="/"]')
    phone.wait_until_gone(".play")
    season = phone.text("main")
    assert all(name in season for name in NAMES)
    phone.back()
    phone.wait(".winner")


def test_bids_that_nobody_sees_are_shown_together(phone, server):
    open_start(phone, server)
    phone.tap(".more-options > summary")
    phone.tap(".fold.bids > summary")
    phone.tap('[data-key="bids-hidden"]')
    phone.tap(START)
    phone.tap('footer [data-do="hand"]')
    for value in (1, 0, 0):
        phone.tap('[data-do="take"]')
        phone.tap(f'.hand [data-do="seal"][data-value="{value}"]')
        phone.tap('[data-do="cover"]')
    phone.wait_for_count(".read .big", len(NAMES))
    phone.wait(SAVED)


@pytest.mark.parametrize("engine", ["webkit"], indirect=True)
def test_a_game_of_towers_goes_on_after_leaving(phone, server):
    phone.goto(f"{server}/towers/en")
    phone.tap(f'[data-do="count"][data-value="{len(NAMES)}"]')
    for seat, name in enumerate(NAMES):
        phone.type(f'[name="seat{seat}"]', name)
    phone.tap('[data-do="play"]')
    for seat in (0, 2):
        home = f'[data-do="happen"][data-what="home"][data-seat="{seat}"]'
        phone.tap(home)
        phone.wait(SAVED)
        game = link_to(phone.address)
        leave(phone, "home")
        phone.tap(game)
        phone.wait(home)
        assert "1/4" in phone.text(home), seat

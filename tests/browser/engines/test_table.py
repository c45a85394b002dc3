"""A whole game by taps, with its sheet and season."""

import pytest

from tests.browser.engines.game import (
    DONE,
    NAMES,
    OPEN,
    SAVED,
    START,
    bid,
    open_start,
)
from tests.browser.hand import HURRY
from tests.browser.table import QUIET_MS

pytestmark = [pytest.mark.browser, pytest.mark.wide]

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

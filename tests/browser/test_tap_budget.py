"""The tap budget: fewer taps than any other app needs."""

import pytest

from tests.browser.conftest import Opener
from tests.browser.table import Table

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada", "Tom")


def four_rounds(table: Table) -> None:
    for _ in range(4):
        table.bid(table.round_, 0, 0, 0)
        table.wait_for_reading()
        table.done()


def test_a_fresh_start_takes_one_tap_besides_typing(open_page: Opener) -> None:
    table = Table(open_page("/play/en#new"))

    table.start(NAMES)

    assert table.taps <= 3
    assert table.round_ == 1


def test_round_five_takes_six_taps(open_page: Opener) -> None:
    table = Table(open_page("/play/en#new"))
    table.start(NAMES)
    four_rounds(table)
    assert table.round_ == 5
    table.taps = 0

    # Kevin bids first in round five, and Ute deals.
    table.bid(1, 2, 0, 3)
    table.wait_for_reading()
    table.miss("Ute")
    table.done()

    assert table.round_ == 6
    assert table.taps <= 6


def test_moving_a_trick_in_round_three_takes_four_taps(open_page: Opener) -> None:
    table = Table(open_page("/play/en#new"))
    table.start(NAMES)
    four_rounds(table)
    table.bid(0, 0, 0, 0)
    table.wait_for_reading()
    table.miss("Ada")
    table.done()
    assert table.round_ == 6
    table.taps = 0

    # In round three Tom bid and took three; one of them was Kevin's.
    table.tap('.pad [data-round="3"][data-seat="3"]')
    table.give(2)
    table.miss("Kevin")
    table.done()

    assert table.round_ == 6
    assert table.taps <= 4
    table.wait_until_saved()

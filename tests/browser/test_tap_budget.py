"""The tap budget: fewer taps than in any other app."""

from playwright.sync_api import expect

from tests.browser import hand
from tests.browser.table import Table

NAMES = ("Ute", "Kevin", "Ada", "Tom")
SMALL = {"width": 360, "height": 740}
# Chips that are partly off the screen, or below the button.
OUT_OF_SIGHT = """() => {
    const { top } = document.querySelector("footer").getBoundingClientRect();
    return [...document.querySelectorAll(".seat.open .chip")].filter((chip) => {
        const box = chip.getBoundingClientRect();
        const isBeside = box.left < 0 || box.right > innerWidth;
        return isBeside || box.top < 0 || box.bottom > top;
    }).map((chip) => chip.textContent);
}"""


def four_rounds(table):
    for _ in range(4):
        table.play(table.round_, 0, 0, 0)


def test_a_start_six_taps_a_round_and_four_to_move_a_trick(open_page):
    table = Table(open_page("/play/en#new"))
    table.start(NAMES)
    assert table.taps <= 3
    four_rounds(table)
    assert table.round_ == 5
    table.taps = 0

    # Kevin bids first in round five, and Ute deals.
    table.play(1, 2, 0, 3, missed="Ute")
    assert table.round_ == 6
    assert table.taps <= 6
    table.taps = 0

    # In round three Tom bid and took three; one of them was Kevin's.
    table.tap('.pad [data-round="3"][data-seat="3"]')
    table.give(2)
    table.miss("Kevin")
    table.done()
    assert table.round_ == 6
    assert table.taps <= 4
    table.wait_until_saved()


def test_the_chips_of_the_largest_hand_are_all_in_sight(open_page):
    page = open_page("/health", viewport=SMALL, has_touch=True)
    page.add_init_script(hand.HURRY)
    page.goto("/play/en#new")
    table = Table(page)
    three = NAMES[:3]
    table.start(three)
    rounds = hand.played_rounds(19, len(three))
    hand.play(page, rounds, three)
    assert table.round_ == 20

    # The round before is closed; the standings above leave with the first bid.
    table.bid(20)
    for value in (0, None):
        expect(page.locator(".seat.open .chip")).to_have_count(21)
        assert page.evaluate(OUT_OF_SIGHT) == []
        if value is not None:
            table.bid(value)

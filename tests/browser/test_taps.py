"""How many taps lead from opening the app to what people come for, and in a game."""

import re
from typing import NamedTuple

from playwright.sync_api import expect

from tests.browser import hand
from tests.browser.chromium import SMALL
from tests.browser.phones import known
from tests.browser.table import FOUR, THREE, Table
from tests.support.invitations import post
from tests.support.phone import Phone

NAMES = ("Anna", "Ute", "Kevin")
ROUNDS = [([1, 0, 0], [1, 0, 0]), ([0, 1, 0], [1, 0, 1])]


DRAWN = re.compile(r"\.(pdf|png)(\?|$)")
"""Sheets and previews, which nobody has to draw for these tests."""


class Way(NamedTuple):
    """Where the app is opened, what is tapped or typed into, and what is seen then."""

    opened: str
    taps: tuple[str, ...]
    at_most: int
    seen: str


IN_A_GAME = "/play/en#{group}/{running}"
WAYS = {
    "resume": Way("/", (".running .main",), 1, ".seat.open"),
    "standings": Way("/", (".part-head a[href*=seasons]",), 1, "h1:has-text('Season')"),
    "standings during a game": Way(
        "/", (".running .main", '[data-name="standings"]'), 2, "main .standings"
    ),
    "own page": Way("/", (".me",), 1, "h1:has-text('Anna')"),
    "ten blanks": Way(
        "/", (".tab:nth-of-type(4)", "#copies=10", ".actions .main"), 3, "**/pad.pdf?*"
    ),
    "print last game's sheet": Way(
        "/", (".evening", "a[href*='sheet.pdf']"), 2, "**/sheet.pdf"
    ),
    "add a phone": Way("/", ("[action$='/invites/code'] button",), 1, ".code"),
    "correct last week's game": Way(
        "/",
        (".evening", "a[href$='/sheet']", "#round-2 .opens=1", ".save .main"),
        4,
        ".saved",
    ),
    "rules in a game": Way(
        IN_A_GAME, (".more", ".menu a[href*=rules]"), 2, "h1:has-text('rules')"
    ),
    "share result": Way(
        "/play/en#{group}/{over}",
        (".tile:has([href='#share'])",),
        1,
        "**/picture/*.png",
    ),
    "switch group": Way(
        "/", (".switch", ".entry[href$='{other}']"), 2, "h1:has-text('Play')"
    ),
    "language in a game": Way(
        IN_A_GAME,
        (".more", "summary:has-text('Language')", "[value=de]"),
        3,
        "html[lang=de] .seat.open",
    ),
    "language": Way("/", (".language summary", "[value=de]"), 3, "html[lang=de]"),
    "language beside groups": Way(
        "/groups", (".language summary", "[value=de]"), 2, "html[lang=de]"
    ),
}


def evening(phone):
    """A device of two groups, with a game that is over and one that is played."""
    other = Phone(phone.client)
    other.start_game(*NAMES)
    over = phone.play(*NAMES, rounds=ROUNDS)
    running = phone.start_game(*NAMES)
    post(phone, "/me", player=phone.people["Anna"])
    return {
        "group": phone.group,
        "other": other.group,
        "over": over,
        "running": running,
    }


def tap(page, where):
    selector, _, typed = where.partition("=") if where[0] == "#" else (where, "", "")
    page.locator(selector).locator("visible=true").first.click(no_wait_after=True)
    if typed:
        expect(page.locator(":is(input, select):focus")).to_be_visible()
        page.keyboard.press("Control+A")
        page.keyboard.type(typed)


def test_a_few_taps_lead_there(open_page, app):
    phone = Phone(app.test_client())
    places = evening(phone)
    page = None
    for name, way in WAYS.items():
        opened = way.opened.format(**places)
        if page is None or "language" in name:
            page = open_page(opened, **known(phone))
            page.route(DRAWN, lambda route: route.fulfill(status=204))
        else:
            page.goto(opened)
        *first, last = (where.format(**places) for where in way.taps)
        for where in first:
            tap(page, where)
        if way.seen.startswith("**/"):
            with page.expect_request(way.seen):
                tap(page, last)
        else:
            tap(page, last)
            expect(page.locator(way.seen).first, name).to_be_visible()
        assert len(way.taps) <= way.at_most, name


LOCKS = """
    window.locks = 0;
    navigator.wakeLock.request = async () => {
        window.locks += 1;
        return { released: false, release: async () => {} };
    };
"""
# Chips that are partly off the screen, or below the button.
OUT_OF_SIGHT = """() => {
    const { top } = document.querySelector("footer").getBoundingClientRect();
    return [...document.querySelectorAll(".seat.open .chip")].filter((chip) => {
        const box = chip.getBoundingClientRect();
        const isBeside = box.left < 0 || box.right > innerWidth;
        return isBeside || box.top < 0 || box.bottom > top;
    }).map((chip) => chip.textContent);
}"""


def test_a_start_six_taps_a_round_and_four_to_move_a_trick(open_page):
    table = Table(open_page("/play/en#new", LOCKS))
    assert table.page.evaluate("window.locks") == 0
    table.start(FOUR)
    assert table.taps <= 3
    # The screen stays on from now on.
    table.page.wait_for_function("window.locks === 1")
    for cards in range(1, 5):
        table.play(cards, 0, 0, 0)
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
    page = open_page("/play/en#new", viewport=SMALL, has_touch=True)
    table = Table(page)
    table.start()
    hand.play(page, hand.played_rounds(19, len(THREE)), THREE)
    assert table.round_ == 20

    # The round before is closed; the standings above leave with the first bid.
    table.bid(20)
    for value in (0, None):
        expect(page.locator(".seat.open .chip")).to_have_count(21)
        assert page.evaluate(OUT_OF_SIGHT) == []
        if value is not None:
            table.bid(value)

"""How many taps lead from opening the app to what people come for."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.test_five_screens import known
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
        "/play/en#{group}/{over}", ("[data-do=sharePicture]",), 1, "**/picture/*.png"
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


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_few_taps_lead_there(open_page, app, way):
    phone = Phone(app.test_client())
    places = evening(phone)
    page = open_page(way.opened.format(**places), **known(phone))
    page.route(DRAWN, lambda route: route.abort())

    *first, last = (where.format(**places) for where in way.taps)
    for where in first:
        tap(page, where)

    if way.seen.startswith("**/"):
        with page.expect_request(way.seen):
            tap(page, last)
    else:
        tap(page, last)
        expect(page.locator(way.seen).first).to_be_visible()
    assert len(way.taps) <= way.at_most

"""Every state of the play page, also with large type and without motion."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import TALL
from tests.browser.fitting import lost
from tests.browser.table import Table
from tests.browser.test_accessibility import LOOKS, violations
from tests.support.wide import first_of

ZOOMED = {"width": 320, "height": 640}
"""What is left of 640 pixels at 200 %, and of 1280 at 400 %."""

MOVING = """() => [...document.querySelectorAll("*")].filter((e) => {
    const { transitionDuration: one, animationDuration: other } = getComputedStyle(e);
    return Math.max(parseFloat(one), parseFloat(other)) > 0 && e.checkVisibility();
}).map((e) => e.outerHTML.slice(0, 90))
"""
FRAMELESS = """() => [...document.querySelectorAll(".main")].filter((e) =>
    getComputedStyle(e).borderTopStyle === "none").map((e) => e.outerHTML.slice(0, 90))
"""
LOOK_OF_CHOICE = """(pressed) => {
    const e = document.querySelector(`.choice[aria-pressed="${pressed}"]`);
    const { outlineStyle, outlineWidth } = e ? getComputedStyle(e) : {};
    return e && `${outlineStyle} ${outlineWidth}`;
}"""


LOOKED_AT = {"start", "bids", "menu", "reading", "end"}
"""The states in which axe looks at a page also in a plain run."""


@pytest.mark.wide
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_in_any_state(open_page, look):
    language, theme = look
    how = {"color_scheme": theme, "locale": language, "viewport": TALL}
    page = open_page(f"/play/{language}#new", **how)

    found = {name: violations(page) for name in states_of_the_phone(page)}

    assert found == {name: [] for name in found}
    assert len(found) > 20


@pytest.mark.parametrize("language", first_of(["de", "ko"]))
def test_at_twice_the_size_without_motion_or_colours_all_works(open_page, language):
    calm = {"reduced_motion": "reduce", "forced_colors": "active"}
    how = {**calm, "viewport": ZOOMED, "locale": language}
    page = open_page(f"/play/{language}#new", **how)

    found = {
        name: [*lost(page, ZOOMED["width"]), *page.evaluate(MOVING), *unclear(page)]
        + (found_by_axe(page) if name in LOOKED_AT else [])
        for name in states_of_the_phone(page)
    }

    assert found == {name: [] for name in found}


def found_by_axe(page):
    page.set_viewport_size(TALL)
    page.emulate_media(forced_colors="none")
    found = violations(page)
    page.emulate_media(forced_colors="active")
    page.set_viewport_size(ZOOMED)
    return found


def unclear(page):
    """Return choices that do not look selected, and buttons without a border."""
    looks = [page.evaluate(LOOK_OF_CHOICE, each) for each in ("true", "false")]
    alike = [] if None in looks or looks[0] != looks[1] else looks
    return [*alike, *page.evaluate(FRAMELESS)]


PEOPLE = ("Ute", "Kevin", "王小明", "Thomas-Alexander von der Leyen")


def states_of_the_phone(page):
    """Play a game with the 25-year box; yield the name of each state.

    The page is at its start, ``/play/…#new``.
    """
    table = Table(page)
    expect(page.locator("h1")).to_be_visible()
    yield "start"
    table.type_names(PEOPLE)
    table.tap(".more-options summary")
    table.tap(".fold.edition summary")
    table.tap('[data-option="box"][data-value="25"]')
    table.tap('[data-key="even"]')
    yield "choices"
    table.tap('[data-do="start"]')
    expect(page.locator(".seat.open")).to_be_visible()
    yield "bids"
    yield from _panels_of_trump(table)
    yield from _while_bidding(table)
    yield from _while_it_is_played(table)
    yield from _after_the_round(table)


def _panels_of_trump(table):
    table.tap(".trump")
    yield "trump"
    table.tap('[data-name="turnup"]')
    yield "turned up"
    table.tap('[data-name="turnup-wizard"]')
    yield "a Wizard turned up"
    table.tap('.trumps [data-value="red"]')


def _while_bidding(table):
    table.menu()
    yield "menu"
    table.tap(".more")
    table.bid(1, 0, 0)
    where(table)
    yield "where we are"
    where(table)
    table.tap(".chip.no")
    yield "not allowed"
    table.tap('[data-do="bidAnyway"]')
    table.wait_for_reading()


def _while_it_is_played(table):
    yield "reading"
    table.tap('[data-name="cloud"]')
    yield "cloud"
    table.tap('[data-do="cloud"]:not([disabled])')
    yield "a bid that moved"
    table.tap('[data-do="undo"]')
    for name in ("correction", "history", "people", "table"):
        table.menu()
        table.tap(f'.menu [data-name="{name}"]')
        table.page.locator(f'[data-panel="{name}"]').wait_for()
        yield name
        _leave(table, name)
    table.miss("Kevin")
    yield "tricks"
    table.tap('[data-do="bomb"]')
    yield "a trick nobody takes"
    table.tap('[data-do="undo"]')
    table.done()


def _after_the_round(table):
    yield "between rounds"
    table.tap(".pad tbody th button")
    yield "correcting"
    table.done()
    table.menu()
    table.tap('[data-do="endHere"]')
    expect(table.page.locator(".podium")).to_be_visible()
    yield "end"
    table.tap('.next [data-name="menu"]')
    yield "more"
    table.tap('.menu [data-do="deleted"]')
    yield "deleted"


def where(table):
    """Focus the button for screen readers and keyboards: it is hidden otherwise."""
    table.page.locator(".where").press("Enter")


def _leave(table, name):
    if name == "people":
        table.tap('header [data-name="people"]')
    elif name == "table":
        table.tap('.far [data-name="table"]')
    else:
        table.tap(f'.panel [data-name="{name}"]')
    table.page.locator('[data-panel=""]').wait_for()

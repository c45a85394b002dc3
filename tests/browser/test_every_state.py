"""Every state of the play page with large type, without motion, and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import TALL
from tests.browser.fitting import lost
from tests.browser.states import PEOPLE, states_of_the_phone
from tests.browser.table import QUIET_MS
from tests.browser.test_accessibility import LOOKS, PLACE, press_until, violations
from tests.support.wide import first_of

pytestmark = pytest.mark.browser

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
BELOW = """() => {
    const e = document.activeElement, foot = document.querySelector(".play > footer");
    if (!foot || foot.contains(e) || e.closest("dialog")) return null;
    const below = e.getBoundingClientRect().bottom > foot.getBoundingClientRect().top;
    return below ? e.outerHTML.slice(0, 90) : null;
}"""
"""The focused element, if a part of it is below the button."""
LOOK_OF_CHOICE = """(pressed) => {
    const e = document.querySelector(`.choice[aria-pressed="${pressed}"]`);
    const { outlineStyle, outlineWidth } = e ? getComputedStyle(e) : {};
    return e && `${outlineStyle} ${outlineWidth}`;
}"""


@pytest.mark.parametrize("look", first_of(LOOKS), ids=str)
def test_axe_finds_nothing_in_any_state(open_page, look):
    language, theme = look
    how = {"color_scheme": theme, "locale": language, "viewport": TALL}
    page = open_page(f"/play/{language}#new", **how)

    found = {name: violations(page) for name in states_of_the_phone(page)}

    assert found == {name: [] for name in found}
    assert len(found) > 20


@pytest.mark.parametrize("language", first_of(["de", "ko"]))
def test_at_twice_the_size_without_motion_or_colours_all_is_there(open_page, language):
    calm = {"reduced_motion": "reduce", "forced_colors": "active"}
    how = {**calm, "viewport": ZOOMED, "locale": language}
    page = open_page(f"/play/{language}#new", **how)

    found = {
        name: [*lost(page, ZOOMED["width"]), *page.evaluate(MOVING), *unclear(page)]
        for name in states_of_the_phone(page)
    }

    assert found == {name: [] for name in found}


def unclear(page):
    """Return choices that do not look selected, and buttons without a border."""
    looks = [page.evaluate(LOOK_OF_CHOICE, each) for each in ("true", "false")]
    alike = [] if None in looks or looks[0] != looks[1] else looks
    return [*alike, *page.evaluate(FRAMELESS)]


def walk_to(page):
    """Press Tab until there, then Enter; check that what had the focus was visible."""

    def walk(selector):
        press_until(page, "Tab", selector)
        _, covered = page.evaluate(PLACE)
        assert covered is None
        assert page.evaluate(BELOW) is None
        page.keyboard.press("Enter")

    return walk


def start_by_keys(page, walk):
    expect(page.locator('[data-key="name-0"]')).to_be_focused()
    for name in PEOPLE[:3]:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    walk(".more-options summary")
    walk(".fold.edition summary")
    walk('[data-do="box"][data-years="25"]')
    walk('[data-do="start"]')
    expect(page.locator(".seat.open")).to_be_visible()
    for _ in PEOPLE[:3]:
        walk('.seat.open [data-do="bid"][data-value="1"]')
    page.wait_for_timeout(QUIET_MS)


@pytest.mark.wide
def test_specials_judge_and_correction_by_keyboard_alone(open_page):
    page = open_page("/play/en#new", viewport={"width": 360, "height": 640})
    heard = page.locator("[data-play] > [aria-live]")
    walk = walk_to(page)
    start_by_keys(page, walk)

    walk('[data-name="cloud"]')
    walk('[data-do="cloud"][data-by="-1"]')
    expect(heard).to_contain_text("1→0")
    walk('[data-do="bomb"]')
    expect(heard).to_have_text("1 trick nobody takes")
    walk(".where")
    expect(heard).to_contain_text("Round 1 of 20, 1 card each. Trump is not entered.")
    expect(page.locator(".where-now")).to_be_visible()
    walk(".where")

    walk("header .more")
    walk('.menu [data-name="correction"]')
    walk('[data-do="correction"][data-seat="0"]')
    walk('[data-do="correction"][data-points="-20"]')
    walk('[data-do="adjust"]')
    expect(heard).to_contain_text("\u2068Ute\u2069: −20 in total.")
    page.keyboard.press("Escape")

    walk("header .more")
    walk('.menu a[href^="/judge"]')
    page.wait_for_url("**/judge/**")
    walk('[name="trump"][value="red"]')
    walk('[name="add"][value="B1"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]")).to_contain_text("So far card 2, Blue 2")
    walk("a[data-back]")
    expect(page.locator(".read")).to_have_count(3)

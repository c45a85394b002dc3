"""Every state of the play page, also with large type and without motion."""

import pytest

from tests.browser.chromium import TALL
from tests.browser.fitting import lost
from tests.browser.states import states_of_the_phone
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

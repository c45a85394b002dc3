"""Every page of the phone, in both themes: axe finds nothing, keys do everything."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorepad.words.languages import LANGUAGES
from tests.browser.conftest import Opener
from tests.browser.fitting import assert_it_fits
from tests.browser.table import QUIET_MS, Table
from tests.wide import first_of

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander")
PATHS = (
    "/home",
    "/how",
    "/print",
    "/paper",
    "/join",
    "/rules/en?schedule=quick&edition=dragon,fairy",
    "/judge/en?trump=red&played=B7+R1+W",
    "/judge/en?ask=play&played=B7&hand=B1+R2+J7&begun=J7",
)
VENDOR = Path(__file__).parent.parent / "vendor"
HIDDEN_ONE = re.compile(r'class="(skip|visually-hidden)"')
TAGS = [known.tag for known in LANGUAGES]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, input")]
    .filter((e) => e.offsetParent && (e.offsetWidth < 48 || e.offsetHeight < 48))
    .map((e) => `${e.outerHTML.slice(0, 90)} ${e.offsetWidth}x${e.offsetHeight}`)
"""


@cache
def axe_source() -> str:
    (script,) = VENDOR.glob("axe-core-*/axe.min.js")
    return script.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe objects to, one line each with the place it found."""
    page.evaluate(axe_source())
    found: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, {runOnly: rules})", RULES
    )
    assert found["passes"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", first_of(["light", "dark"]))
@pytest.mark.parametrize("path", [*PATHS, "/nothing-here"])
def test_axe_finds_nothing_on_a_page_of_the_server(
    open_page: Opener, theme: str, path: str
) -> None:
    page = open_page(path, color_scheme=theme)

    assert violations(page) == []


def pages_of_a_group(page: Page) -> dict[str, str]:
    """Play one round; where the pages of the group are then."""
    table = Table(page)
    table.start(NAMES)
    table.bid(1, 0, 0, 0)
    table.wait_for_reading()
    table.done()
    table.wait_until_saved()
    group, game = page.url.split("#")[1].split("/")
    return {
        "front page": "/home",
        "season": f"/g/{group}/",
        "dates": f"/g/{group}/seasons/1/dates",
        "book": f"/g/{group}/seasons/1/book",
        "cards": f"/g/{group}/cards",
        "way in": f"/g/{group}/enter",
        "sheet": f"/g/{group}/games/{game}/sheet",
        "people": f"/g/{group}/people",
        "letting in": f"/g/{group}/invites",
        "who": f"/g/{group}/me",
        "keeping safe": f"/g/{group}/safe",
        "looking on": f"/g/{group}/games/{game}/live",
        "large screen": f"/g/{group}/games/{game}/live?large",
    }


@pytest.mark.parametrize("theme", first_of(["light", "dark"]))
def test_axe_finds_nothing_on_the_pages_of_a_group(
    open_page: Opener, theme: str
) -> None:
    page = open_page("/play/en#new", color_scheme=theme)
    paths = pages_of_a_group(page)

    found = {}
    for name, path in paths.items():
        page.goto(path)
        found[name] = violations(page)

    assert found == {name: [] for name in paths}


# What Tab should reach: one of each group of radio buttons, and all else that is seen.
REACHABLE = """() => {
    const radios = new Set();
    const first = (e) =>
        e.type !== "radio" || (!radios.has(e.name) && radios.add(e.name));
    const open = (e) => !e.disabled && e.type !== "hidden" && e.tabIndex >= 0;
    const kinds = "a[href], button, input, select, textarea, summary";
    const found = [...document.querySelectorAll(kinds)];
    return found.filter((e) => e.checkVisibility() && open(e) && first(e)).length;
}"""
PLACE = """() => {
    const e = document.activeElement;
    if (e === document.body) return null;
    if (e.type === "radio") return e.name;
    return [...document.querySelectorAll("*")].indexOf(e);
}"""


def places_reached(page: Page) -> set[object]:
    """Press Tab until the focus leaves the page; where it has been."""
    seen: set[object] = set()
    for _ in range(400):
        page.keyboard.press("Tab")
        place = page.evaluate(PLACE)
        if place is None:
            break
        seen.add(place)
    return seen


def test_the_tab_key_reaches_everything_on_every_page(open_page: Opener) -> None:
    page = open_page("/play/en#new")
    paths = {**pages_of_a_group(page), **{path: path for path in PATHS}}

    for name, path in paths.items():
        page.goto(path)
        assert len(places_reached(page)) >= page.evaluate(REACHABLE), name


@pytest.mark.parametrize("theme", first_of(["light", "dark"]))
def test_axe_finds_nothing_on_the_phone(open_page: Opener, theme: str) -> None:
    page = open_page("/play/en#new", color_scheme=theme, reduced_motion="reduce")
    table = Table(page)
    seen = {"start": violations(page)}
    table.start(NAMES, even=True)
    seen["bids"] = violations(page)
    table.tap(".trump")
    seen["trump"] = violations(page)
    table.tap(".trumps .choice")
    table.tap(".more")
    seen["menu"] = violations(page)
    table.tap(".more")
    table.bid(1, 0, 0)
    table.tap(".chip.no")
    seen["not allowed"] = violations(page)
    table.tap('[data-do="bidAnyway"]')
    table.wait_for_reading()
    seen["reading"] = violations(page)
    table.miss("Kevin")
    seen["tricks"] = violations(page)
    table.done()
    seen["between rounds"] = violations(page)
    table.tap(".more")
    table.tap('[data-do="endHere"]')
    seen["end"] = violations(page)

    assert seen == {page_: [] for page_ in seen}


def press_until(page: Page, key: str, selector: str, most: int = 60) -> None:
    """Press *key* until the focus is on what *selector* names."""
    for _ in range(most):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {selector}")


def test_a_round_is_played_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("/play/en#new")
    expect(page.locator('[data-key="name-0"]')).to_be_focused()
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    press_until(page, "Tab", ".main")
    page.keyboard.press("Enter")
    expect(page.locator(".seat.open")).to_be_visible()

    for _ in NAMES:
        press_until(page, "Tab", '.seat.open [data-do="bid"][data-value="0"]')
        page.keyboard.press("Enter")
    page.wait_for_timeout(QUIET_MS)
    press_until(page, "Tab", '.read [data-do="miss"][data-seat="1"]')
    page.keyboard.press("Enter")
    press_until(page, "Tab", ".main")
    page.keyboard.press("Enter")

    expect(page.locator("h1.round")).to_contain_text("2 / 15")


def test_steps_are_announced(open_page: Opener) -> None:
    page = open_page("/play/en#new")
    table = Table(page)
    table.start(NAMES)

    table.bid(1)

    expect(page.locator("[aria-live]").last).to_contain_text("Kevin")
    expect(page.locator("[aria-live]").last).to_contain_text("王小明")


@pytest.mark.parametrize("language", first_of(["de", "ko", "zh-Hans"]))
def test_targets_are_large_and_nothing_is_wider_than_a_small_phone(
    open_page: Opener, language: str
) -> None:
    small = {"width": 360, "height": 640}
    page = open_page(f"/play/{language}#new", viewport=small, has_touch=True)
    table = Table(page)
    table.start([*NAMES, "Wolfeschlegelsteinhausenbergerdorff", "Zoë"])
    table.bid(1, 0, 0, 0, 0, 0)
    table.wait_for_reading()
    assert_it_fits(page, small["width"])
    table.done()

    assert page.evaluate(SMALL_TARGETS) == []
    assert_it_fits(page, small["width"])
    page.goto(f"/rules/{language}")
    assert_it_fits(page, small["width"])


@pytest.mark.parametrize("language", first_of(TAGS))
def test_the_judge_fits_a_small_phone_and_answers_to_keys(
    open_page: Opener, language: str
) -> None:
    small = {"width": 360, "height": 740}
    address = f"/judge/{language}?trump=red&played=J7R+SHW"
    page = open_page(address, viewport=small, has_touch=True)

    assert page.evaluate("document.documentElement.scrollWidth") <= small["width"]
    small_ones = page.evaluate(SMALL_TARGETS)
    assert [each for each in small_ones if not HIDDEN_ONE.search(each)] == []
    before = page.locator("[data-verdict]").inner_text()
    page.locator("summary").first.press("Enter")
    page.locator('[name="add"][value="VA"]').press("Enter")
    page.locator('[name="add"][value="DR"]').press("Enter")
    expect(page.locator("[data-verdict]")).not_to_have_text(before)
    expect(page.locator(".card.wins")).to_have_attribute("value", "played-2")
    assert page.url.endswith("played=J7R+SHW+VADR")


def test_the_focus_goes_on_with_the_table(open_page: Opener) -> None:
    page = open_page("/play/en#new")
    expect(page.locator('[data-key="name-0"]')).to_be_focused()
    for name in ("Ann", "Bob", "Cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator('[data-do="start"]').press("Enter")

    for name in ("Bob", "Cy", "Ann"):
        expect(page.locator(":focus")).to_contain_text(name)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_text(re.compile("Round 1 of 20"))

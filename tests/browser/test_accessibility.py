"""Every page of the phone in both themes: axe finds nothing, keys reach everything."""

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import PHONE
from tests.browser.fitting import assert_it_fits
from tests.browser.phones import known
from tests.browser.table import QUIET_MS, Table
from tests.support.director import Director
from tests.support.wide import first_of
from tests.web.addresses import group_with_games, read

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander")
ROUND = ([1, 0, 0, 0], [1, 0, 0, 0])
PATHS = (
    *("/", "/how", "/print", "/type-in", "/type-in/results", "/import", "/join"),
    "/rules/en?schedule=quick&edition=dragon,fairy",
    "/rules/towers/en",
    "/judge/en?trump=red",
)
VENDOR = Path(__file__).parent.parent / "vendor"
HIDDEN_ONE = re.compile(r'class="(skip|visually-hidden)"')
LOOKS = [("en", "light"), ("ko", "dark")]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, input")]
    .filter((e) => e.offsetParent && !e.matches(".where"))
    .filter((e) => e.offsetWidth < 48 || e.offsetHeight < 48)
    .map((e) => `${e.outerHTML.slice(0, 90)} ${e.offsetWidth}x${e.offsetHeight}`)
"""


@cache
def axe_source():
    (script,) = VENDOR.glob("axe-core-*/axe.min.js")
    return script.read_text(encoding="utf-8")


AXE = """async (rules) => {
    const only = { runOnly: rules, resultTypes: ["violations"] };
    const { violations, passes } = await axe.run(document, only);
    const told = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    return passes.length ? told : ["nothing was looked at"];
}"""


def violations(page):
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(axe_source())
    return page.evaluate(AXE, RULES)


@pytest.mark.parametrize("look", first_of(LOOKS), ids=str)
@pytest.mark.parametrize("most", first_of([2, None]))
def test_axe_finds_nothing_on_a_page_of_the_server(open_page, look, most):
    language, theme = look
    page = open_page("/", color_scheme=theme, locale=language)
    paths = [path.replace("/en", f"/{language}") for path in PATHS]

    for path in [*paths, "/nothing-here"][:most]:
        page.goto(path)
        assert violations(page) == [], path


def pages_of_a_group(app, phone):
    """Return the paths of all pages of a group with games and tournaments."""
    values = group_with_games(phone)
    over = f"/g/{phone.group}/games/{phone.play(*NAMES, rounds=[ROUND])}"
    director = Director(phone, name="Drawn")
    director.enter(*NAMES)
    director.draw()
    tournament = (
        f"{director.path}{page}" for page in ("", "/standings", "/hall?large")
    )
    paths = [over, f"{over}/live?large", *tournament, *read(app, values)]
    answers = {path: phone.client.get(path) for path in paths if path[:3] == "/g/"}
    return [path for path, each in answers.items() if each.mimetype == "text/html"]


@pytest.mark.wide
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_on_the_pages_of_a_group(open_page, app, phone, look):
    language, theme = look
    paths = pages_of_a_group(app, phone)
    page = open_page("/", color_scheme=theme, locale=language, **known(phone))

    assert len(paths) > 40
    for path in paths:
        page.goto(path)
        # A bar at the bottom covers a part of what scrolls below it.
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({**PHONE, "height": height})
        assert violations(page) == [], path


# What Tab should reach: one of each group of radio buttons, and all else visible.
REACHABLE = """() => {
    const radios = new Set();
    const first = (e) =>
        e.type !== "radio" || (!radios.has(e.name) && radios.add(e.name));
    const used = (e) => !e.matches(":disabled") && e.type !== "hidden";
    const open = (e) => used(e) && e.tabIndex >= 0;
    const kinds = "a[href], button, input, select, textarea, summary";
    const found = [...document.querySelectorAll(kinds)];
    return found.filter((e) => e.checkVisibility() && open(e) && first(e)).length;
}"""
# What has the focus, and whether it is completely covered.
PLACE = """() => {
    const e = document.activeElement;
    if (e === document.body) return [null, null];
    const { left, top, width, height } = e.getBoundingClientRect();
    const isOwn = (x, y) => {
        const found = document.elementFromPoint(x, y);
        return found && (e.contains(found) || found.contains(e));
    };
    const parts = [0.1, 0.5, 0.9];
    const isSeenAt = (y) =>
        parts.some((x) => isOwn(left + x * width, top + y * height));
    const isSeen = e.matches(".visually-hidden") || parts.some(isSeenAt);
    const every = [...document.querySelectorAll("*")];
    const place = e.type === "radio" ? e.name : every.indexOf(e);
    return [place, isSeen ? null : e.outerHTML.slice(0, 90)];
}"""


def places_reached(page):
    """Press Tab until the focus leaves the page; return where it was, and if hidden."""
    reached = set()
    unseen = []
    for _ in range(400):
        page.keyboard.press("Tab")
        place, covered = page.evaluate(PLACE)
        if place is None:
            break
        reached.add(place)
        unseen += [covered] * (covered is not None)
    return reached, unseen


def walked(page):
    """Return the same with the number of places; repeat if the page grew meanwhile."""
    for _ in range(3):
        before = page.evaluate(REACHABLE)
        reached, unseen = places_reached(page)
        if page.evaluate(REACHABLE) == before:
            break
    return reached, unseen, before


@pytest.mark.wide
def test_the_tab_key_reaches_everything_on_every_page(open_page, app, phone):
    paths = [*pages_of_a_group(app, phone), *PATHS]
    page = open_page("/", **known(phone))

    for path in paths:
        page.goto(path)
        reached, unseen, places = walked(page)
        assert len(reached) >= places, path
        assert unseen == [], path


def press_until(page, key, selector, most=60):
    for _ in range(most):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {selector}")


def test_a_round_is_played_by_keyboard_alone_and_the_focus_goes_on_with_it(open_page):
    page = open_page("/play/en#new")
    focus = page.locator(":focus")
    expect(page.locator('[data-key="name-0"]')).to_be_focused()
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator('[data-do="start"]').press("Enter")

    for name in (*NAMES[1:], NAMES[0]):
        expect(focus).to_contain_text(name)
        press_until(page, "Tab", '.seat.open [data-do="bid"][data-value="0"]')
        page.keyboard.press("Enter")
    expect(focus).to_have_text(re.compile("Round 1 of 15"))
    page.wait_for_timeout(QUIET_MS)
    press_until(page, "Tab", '.read [data-do="miss"][data-seat="1"]')
    page.keyboard.press("Enter")
    press_until(page, "Tab", ".main")
    page.keyboard.press("Enter")

    expect(page.locator("h1.round")).to_contain_text("2 / 15")
    page.locator(".seat.open .chip").first.click()
    expect(focus).to_have_css("outline-style", "none")
    page.keyboard.press("Shift+Tab")
    expect(focus).to_have_css("outline-style", "solid")


@pytest.mark.parametrize("language", first_of(["de", "ko"]))
def test_targets_are_large_and_nothing_is_wider_than_a_small_phone(open_page, language):
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

    # The judge fits, too, and answers to keys.
    page.goto(f"/judge/{language}?trump=red")
    page.locator("summary").first.press("Enter")
    for card in ("J7", "R", "SH", "W"):
        page.locator(f'[name="add"][value="{card}"]:visible').first.press("Enter")

    assert page.evaluate("document.documentElement.scrollWidth") <= small["width"]
    small_ones = page.evaluate(SMALL_TARGETS)
    assert [each for each in small_ones if not HIDDEN_ONE.search(each)] == []
    before = page.locator("[data-verdict]").inner_text()
    page.locator('[name="add"][value="VA"]').press("Enter")
    page.locator('[name="add"][value="DR"]').press("Enter")
    expect(page.locator("[data-verdict]")).not_to_have_text(before)
    expect(page.locator(".card.wins")).to_have_attribute("value", "played-2")

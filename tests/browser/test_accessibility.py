"""Every page of the phone in both themes: axe finds nothing, keys reach everything."""

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.fitting import assert_it_fits
from tests.browser.table import QUIET_MS, Table
from tests.support.phone import OURS
from tests.support.wide import first_of

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander")
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

    found = {}
    for path in [*paths, "/nothing-here"][:most]:
        page.goto(path)
        found[path] = violations(page)

    assert found == {path: [] for path in found}


def tournament_in(page, group):
    """Create a tournament with a drawn game, and return its path."""

    def post(path, **form):
        answer = page.request.post(path, form=form, headers=OURS, max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    index = f"/g/{group}/tournaments"
    made = post(index, name="Qualifier", preset="qualifier")
    path = made.removesuffix("/players")
    post(f"{path}/players", players="\n".join(NAMES))
    post(f"{path}/draw")
    return path


def pages_of_a_group(page):
    table = Table(page)
    table.start(NAMES)
    table.play(1, 0, 0, 0)
    table.end_here()
    table.wait_until_saved()
    group, game = page.url.split("#")[1].split("/")
    player = page.request.get(f"/api/groups/{group}").json()["players"][0]["id"]
    tournament = tournament_in(page, group)
    return {
        "front page": "/",
        "season": f"/g/{group}/",
        "game": f"/g/{group}/games/{game}",
        "player": f"/g/{group}/players/{player}",
        "look": f"/g/{group}/players/{player}/look",
        "records": f"/g/{group}/records",
        "deleted games": f"/g/{group}/deleted",
        "tonight": f"/g/{group}/tonight",
        "games": f"/g/{group}/seasons/1/games",
        "printing": f"/g/{group}/games/{game}/print",
        "dates": f"/g/{group}/seasons/1/dates",
        "book": f"/g/{group}/seasons/1/book",
        "export": f"/g/{group}/seasons/1/export",
        "exporting a game": f"/g/{group}/games/{game}#exports",
        "game from a link": "/game",
        "cards": f"/g/{group}/cards",
        "way in": f"/g/{group}/enter",
        "sheet": f"/g/{group}/games/{game}/sheet",
        "people": f"/g/{group}/people",
        "players": f"/g/{group}/people/players",
        "phones": f"/g/{group}/people/phones",
        "printing a game": f"/g/{group}/print/games",
        "printing cards": f"/g/{group}/print/rules",
        "activity": f"/g/{group}/activity",
        "tournaments": f"/g/{group}/tournaments",
        "tables": tournament,
        "entries": f"{tournament}/players",
        "ranking": f"{tournament}/standings",
        "papers": f"{tournament}/print",
        "settings": f"{tournament}/settings",
        "hall": f"{tournament}/hall?large",
        "letting in": f"/g/{group}/invites",
        "who": f"/g/{group}/me",
        "keeping safe": f"/g/{group}/recovery",
        "looking on": f"/g/{group}/games/{game}/live",
        "large screen": f"/g/{group}/games/{game}/live?large",
        "own seat": f"/g/{group}/games/{game}/seat",
    }


@pytest.mark.wide
@pytest.mark.parametrize("look", first_of(LOOKS), ids=str)
def test_axe_finds_nothing_on_the_pages_of_a_group(open_page, look):
    language, theme = look
    page = open_page(f"/play/{language}#new", color_scheme=theme, locale=language)
    paths = pages_of_a_group(page)

    found = {}
    phone = page.viewport_size
    for name, path in paths.items():
        page.goto(path)
        if name == "sheet":  # whole: its bar covers a part of what scrolls below it
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size(phone | {"height": height})
        found[name] = violations(page)
        page.set_viewport_size(phone)

    assert found == {name: [] for name in paths}


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
def test_the_tab_key_reaches_everything_on_every_page(open_page):
    page = open_page("/play/en#new")
    paths = {**pages_of_a_group(page), **{path: path for path in PATHS}}
    # The last one begins in the middle of the page of a game.
    alike = {"records", "deleted games", "printing", "exporting a game"}

    for name, path in paths.items():
        if name in alike:
            continue
        page.goto(path)
        reached, unseen, places = walked(page)
        assert len(reached) >= places, name
        assert unseen == [], name


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


@pytest.mark.parametrize("language", first_of(["de", "ko"]))
def test_the_judge_fits_a_small_phone_and_answers_to_keys(open_page, language):
    small = {"width": 360, "height": 740}
    address = f"/judge/{language}?trump=red"
    page = open_page(address, viewport=small, has_touch=True)
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

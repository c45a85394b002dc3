"""A network that loses a third of everything: each save arrives once.

The mutants at the end break each guard of the page, and the same checks find them.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hand
from tests.browser.conftest import Opener
from tests.browser.network import Choice, Fate, Network, undisturbed
from tests.browser.phones import begun
from tests.browser.table import Table

pytestmark = pytest.mark.browser

SIX = ("Ute", "Kevin", "Ada", "Tom", "Zoë", "王小明")
FATES = (Fate.LOSE_ANSWER, Fate.HALF_ANSWER, Fate.LOSE_REQUEST)
SHARES = (0.2, 0.1, 0.1)  # three of ten answers are lost, and some requests
# The first seat bids 1, 0, 1 … repeatedly; each bid is awaited until it is saved.
# Returns how many were saved before one was not.
SAVE_ONE_BY_ONE = """async ({ saves }) => {
    const saved = async () => {
        for (let left = 1500; left > 0; left -= 1) {
            if (document.querySelector(".state.saved")) return true;
            await new Promise((done) => { setTimeout(done, 3); });
        }
        return false;
    };
    const first = () => document.querySelector(".seat");
    for (let n = 1; n <= saves; n += 1) {
        if (!first().matches(".open")) first().querySelector(".row").click();
        first().querySelectorAll(".chip")[n % 2].click();
        if (!(await saved())) return n - 1;
    }
    return saves;
}"""
# A phone wakes its sender on every network event; here they are frequent.
SIGNS = 'setInterval(() => dispatchEvent(new Event("online")), 40);'


def losing(seed: int) -> Choice:
    chance = random.Random(seed)  # noqa: S311 - bad luck, not a secret

    def choose(method: str, _path: str) -> Fate:
        if method != "PUT" or chance.random() >= sum(SHARES):
            return Fate.PASS
        return chance.choices(FATES, SHARES)[0]

    return choose


def stored(page: Page) -> dict[str, Any]:
    """Return the server's version of the game."""
    group, game = page.url.split("#")[1].split("/")
    path = f"/api/groups/{group}/games/{game}"
    answer: dict[str, Any] = page.evaluate(
        "(path) => fetch(path).then((a) => a.json())", path
    )
    return answer


def check_saves(open_page: Opener, lossy: Network, saves: int) -> None:
    """Every save is stored, none twice, and the phone has no conflict with itself."""
    table = begun(open_page, lossy, SIGNS)
    lossy.choose = losing(saves)

    saved = table.page.evaluate(SAVE_ONE_BY_ONE, {"saves": saves})

    lossy.choose = undisturbed
    game = stored(table.page)
    assert saved == saves
    assert lossy.statuses.count(412) == 0
    assert [game["rounds"][0]["revision"], game["revision"]] == [saves, saves + 1]
    assert game["rounds"][0]["bids"].count(saves % 2) == 1
    # Checks the test itself: something was lost, and requested again.
    assert len(lossy.statuses) > saves


def test_n01_saves_arrive_once_each_where_a_third_is_lost(
    open_page: Opener, lossy: Network
) -> None:
    check_saves(open_page, lossy, 30)


@pytest.mark.slow
def test_a_thousand_saves_arrive_once_each(open_page: Opener, lossy: Network) -> None:
    check_saves(open_page, lossy, 1000)


@pytest.mark.wide
def test_a_game_played_faster_than_the_network_arrives_whole(
    open_page: Opener, lossy: Network
) -> None:
    rounds = hand.played_rounds(10, len(SIX))
    page = open_page(f"{lossy.url}/health")
    for script in (hand.HURRY, SIGNS):
        page.add_init_script(script)
    page.goto(f"{lossy.url}/play/en#new")
    lossy.choose = losing(7)
    table = Table(page)
    table.start(SIX)

    hand.play(page, rounds, SIX)
    table.wait_until_saved()

    lossy.choose = undisturbed
    game = stored(page)
    assert [r["bids"] for r in game["rounds"]] == [r.bids for r in rounds]
    assert [r["tricks"] for r in game["rounds"]] == [r.tricks for r in rounds]
    assert game["finished"]
    assert lossy.statuses.count(412) == 0


# Two seconds late, pauses up to half a minute; in the default run 20 times as fast.
@pytest.mark.parametrize("pace", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_n11_by_its_own_pauses_a_phone_gets_everything_through(
    open_page: Opener, lossy: Network, pace: int
) -> None:
    rounds = hand.played_rounds(4, len(SIX))
    page = open_page(f"{lossy.url}/health")
    for script in (hand.HURRY, hand.PACE % pace):
        page.add_init_script(script)
    page.goto(f"{lossy.url}/play/en#new")
    lossy.choose = losing(7)
    lossy.delay_s = 2 / pace
    table = Table(page)
    table.start(SIX)

    hand.play(page, rounds, SIX)
    expect(page.locator(".state.saved")).to_be_visible(timeout=60_000)

    lossy.choose, lossy.delay_s = undisturbed, 0
    game = stored(page)
    found = [(r["bids"], r["tricks"]) for r in game["rounds"][: len(rounds)]]
    assert found == [(r.bids, r.tricks) for r in rounds]
    assert lossy.statuses.count(412) == 0
    assert lossy.lost > 2  # the test itself


def test_two_phones_never_overwrite_each_other(
    open_page: Opener, lossy: Network
) -> None:
    table = begun(open_page, lossy, SIGNS)
    cookies = {"cookies": table.page.context.cookies(), "origins": []}
    other = open_page(f"{lossy.url}/health", storage_state=cookies)
    other.goto(table.page.url)
    expect(other.locator(".seat.open")).to_be_visible()
    table.bid(0)
    table.wait_until_saved()

    Table(other).bid(1)
    other.locator(".conflict, .state.saved").first.wait_for()
    other.wait_for_timeout(300)

    assert stored(table.page)["rounds"][0]["bids"].count(0) == 1
    expect(other.locator(".conflict")).to_be_visible()

"""A network that loses a third of everything: each save arrives once."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser import hand
from tests.browser.network import Fate, undisturbed
from tests.browser.phones import begun
from tests.browser.table import Table

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


def losing(seed):
    chance = random.Random(seed)  # noqa: S311 - bad luck, not a secret

    def choose(method, _path):
        if method != "PUT" or chance.random() >= sum(SHARES):
            return Fate.PASS
        return chance.choices(FATES, SHARES)[0]

    return choose


def stored(page):
    group, game = page.url.split("#")[1].split("/")
    path = f"/api/groups/{group}/games/{game}"
    return page.evaluate("(path) => fetch(path).then((a) => a.json())", path)


@pytest.mark.parametrize("saves", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_n01_saves_arrive_once_each_where_a_third_is_lost(open_page, lossy, saves):
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


# Two seconds late, pauses up to half a minute; in the wide run 20 times as fast.
@pytest.mark.wide
@pytest.mark.parametrize("pace", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_n11_by_its_own_pauses_a_phone_gets_everything_through(open_page, lossy, pace):
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

"""A network that loses, answers wrongly, or serves two tabs: each save arrives once."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.network import Canned, Fate, always, undisturbed
from tests.browser.phones import begun, on_the_server
from tests.browser.table import Table, wait_for
from tests.support.wide import first_of

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


@pytest.mark.parametrize("saves", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_n01_saves_arrive_once_each_where_a_third_is_lost(open_page, lossy, saves):
    """Every save is stored, none twice, and the phone has no conflict with itself."""
    table = begun(open_page, SIGNS, at=lossy.url)
    lossy.choose = losing(saves)

    saved = table.page.evaluate(SAVE_ONE_BY_ONE, {"saves": saves})

    lossy.choose = undisturbed
    game = on_the_server(table.page)
    assert saved == saves
    assert lossy.statuses.count(412) == 0
    assert [game["rounds"][0]["revision"], game["revision"]] == [saves, saves + 1]
    assert game["rounds"][0]["bids"].count(saves % 2) == 1
    # Checks the test itself: something was lost, and requested again.
    assert len(lossy.statuses) > saves


PROBLEM = {"X-Scorepad": "", "Content-Type": "application/problem+json"}
DISK_FULL = '{"type": "urn:problem-type:scorepad:disk_full"}'
LOG_IN = "<!doctype html><title>Hotel</title><h1>Please log in</h1>"

# What is in the way, and the status that the phone shows meanwhile.
# ``tests/js/sender.test.js`` has more that a phone waits for.
IN_THE_WAY = {
    "a hotel's log-in page": (
        Canned(200, LOG_IN, {"Content-Type": "text/html"}),
        "waits",
    ),
    "half an answer": (Fate.HALF_ANSWER, "kept"),
    "a full disk": (Canned(503, DISK_FULL, PROBLEM), "waits"),
    "a newer server": (Canned(426, '{"detail": "Reload."}', PROBLEM), "refused"),
    "a way to a log-in page": (Canned(302, "", {"Location": "/health"}), "kept"),
    "no longer a member": (Canned(404, '{"detail": "Gone."}', PROBLEM), "outside"),
    "garbage from a proxy": (Canned(400, "\0\1", {}), "waits"),
    "too large for a proxy": (Canned(413, "<h1>413</h1>", {}), "waits"),
    "too large": (Canned(413, '{"detail": "Too large."}', PROBLEM), "refused"),
    "not understood": (Canned(400, '{"detail": "What?"}', PROBLEM), "refused"),
    "nobody knows this phone": (Canned(401, '{"detail": "Who?"}', PROBLEM), "outside"),
}


def rebid(table, value):
    if table.page.locator(".seat").first.locator(".chips").count() == 0:
        table.tap(".seat .row")
    table.bid(value)


@pytest.mark.parametrize("most", first_of([4, None]))
def test_n10_other_programs_on_the_network_lose_nothing(open_page, lossy, most):
    table = begun(open_page, SIGNS, at=lossy.url)

    for turn, (name, (fate, state)) in enumerate([*IN_THE_WAY.items()][:most]):
        lossy.choose = always(fate)
        rebid(table, turn % 2)
        wait_for(table.page, f".state.{state}")
        table.page.reload()
        expect(table.page.locator(".ring.set"), name).to_have_text([str(turn % 2)])
        wait_for(table.page, f".state.{state}")
        lossy.choose = undisturbed
        table.wait_until_saved()
        assert on_the_server(table.page)["rounds"][0]["bids"][1] == turn % 2, name


# The pause after a tap is over in the first tab while the second one still sends.
LATE_S = 0.6
NO_LOCKS = 'Object.defineProperty(navigator, "locks", { value: undefined });'
HOW = {"locks": "", "plain http": NO_LOCKS}


def second_tab(page):
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator(".seat.open")).to_be_visible()
    return Table(tab)


@pytest.mark.parametrize("how", first_of(HOW))
def test_r05_two_tabs_and_a_double_tap_send_each_tap_once(open_page, lossy, how):
    table = begun(open_page, HOW[how], at=lossy.url)
    tab = second_tab(table.page)
    lossy.delay_s = LATE_S
    lossy.writes.clear()

    for taps, phone in enumerate((table, tab), start=1):
        phone.bid(1)
        for each in (table, tab):
            expect(each.page.locator(".ring.set")).to_have_count(taps)
            each.wait_until_saved()

    lossy.delay_s = 0
    assert on_the_server(table.page)["rounds"][0]["revision"] == 2

    table.page.locator(".seat.open .chip").nth(0).dblclick()

    expect(table.page.locator(".verdict")).to_be_visible()
    table.wait_until_saved()
    if how == "locks":
        assert [path.rsplit("/", 1)[-1] for path in lossy.writes] == ["1"] * 3
    found = on_the_server(table.page)["rounds"][0]
    assert (found["revision"], found["bids"]) == (3, [0, 1, 1])
    assert found["tricks"] is None

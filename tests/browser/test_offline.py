"""Without a network the page opens, a game is played, and everything arrives once.

A wrong clock of the phone affects displayed times only.
"""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser import hand
from tests.browser.phones import installed, on_the_server
from tests.browser.table import SIX, Table
from tests.support.wide import first_of

ROUNDS = 5


def move_a_trick(table, round_, names):
    giver = round_.tricks.index(max(round_.tricks))
    taker = (giver + 1) % len(names)
    table.tap(f'.pad [data-round="{round_.number}"][data-seat="{giver}"]')
    round_.tricks[giver] -= 1
    round_.tricks[taker] += 1
    table.give(round_.tricks[giver])
    table.miss(names[taker])
    table.done()


def play_all(table, rounds, names):
    """Play a whole game with one correction; the tab is closed and reopened midway."""
    middle = len(rounds) // 2
    table.type_names(names)
    table.tap('[data-key="schedule-first5"]')
    table.tap('[data-do="start"]')
    hand.play(table.page, rounds[:middle], names)
    move_a_trick(table, rounds[1], names)
    table.wait_until_kept()
    table = reopened(table)
    hand.play(table.page, rounds[middle:], names)
    expect(table.page.locator(".winner")).to_be_visible()
    table.wait_until_kept()
    return table


def reopened(table):
    context = table.page.context
    table.page.close()
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto("/play/en")
    expect(page.locator(".seat.open")).to_be_visible()
    return Table(page)


def writes_of(context):
    """Return every request that changes something, in order.

    A retry of a failed one counts when it is answered.
    """
    sent = []

    def note(response):
        if response.request.method == "PUT":
            sent.append(response.url.split("/games/")[-1])

    context.on("response", note)
    return sent


def test_n02_a_game_played_without_a_network_arrives_once_as_it_was_tapped(open_page):
    rounds = hand.played_rounds(ROUNDS, len(SIX))
    page = installed(open_page)
    page.context.set_offline(True)
    failed = []
    page.context.on("requestfailed", lambda request: failed.append(request.url))
    table = play_all(Table(page), rounds, SIX)
    expect(table.page.locator(".state.kept")).to_be_visible()
    assert [url for url in failed if "/api/" not in url] == []
    sent = writes_of(table.page.context)
    table.page.context.set_offline(False)
    table.wait_until_saved()

    game = on_the_server(table.page)
    found = [(each["bids"], each["tricks"]) for each in game["rounds"]]
    assert found == [(each.bids, each.tricks) for each in rounds]
    assert (game["schedule"], game["finished"]) == ("first5", True)
    # The group, the game, each round once, and the end of the game.
    assert [path.rsplit("/", 1)[-1] for path in sent[2:-1]] == [
        str(number) for number in range(1, ROUNDS + 1)
    ]
    assert sent[1] == sent[-1]


def test_a_new_version_waits_for_the_end_of_the_round(open_page, monkeypatch):
    table = Table(installed(open_page))
    table.start()
    table.bid(1)
    table.wait_until_saved()
    (old,) = table.page.evaluate("caches.keys()")
    monkeypatch.setattr("scorepad.web.play.tree_hash", lambda _: "another")
    table.page.evaluate(
        "async () => { await (await navigator.serviceWorker.ready).update(); }"
    )
    table.page.wait_for_function(
        "async () => (await navigator.serviceWorker.ready).waiting !== null"
    )
    expect(table.page.locator(".update")).to_have_count(0)

    table.bid(0, 0)
    table.wait_for_reading()
    expect(table.page.locator(".update")).to_have_count(0)
    table.done()
    with table.page.expect_navigation():
        table.page.locator(".update").click()

    expect(table.page.locator("h1.round")).to_contain_text("2 / 20")
    expect(table.page.locator(".update")).to_have_count(0)
    (new,) = table.page.evaluate("caches.keys()")
    assert new != old


NOW = datetime.now(UTC)
DAY = timedelta(days=1)
WRONG = {
    "a day ahead": NOW + DAY,
    "1970": datetime(1970, 1, 1, 0, 0, 5, tzinfo=UTC),
    # A quarter of an hour before Berlin's clocks go back at three.
    "the hour that comes twice": datetime(2026, 10, 25, 0, 45, tzinfo=UTC),
}


@pytest.mark.parametrize("name", first_of(WRONG, kept=1))
def test_a_wrong_clock_changes_nothing(open_page, name):
    page = open_page("/health", timezone_id="Europe/Berlin")
    page.clock.install(time=WRONG[name])
    page.goto("/play/en#new")
    table = Table(page)
    table.start()
    page.context.set_offline(True)
    for bids in ((1, 0, 0), (1, 1, 0)):
        table.bid(*bids)
        table.wait_for_reading()
        table.done()
    page.context.set_offline(False)
    table.wait_until_saved()

    game = on_the_server(page)
    for number, taken in enumerate(([0, 1, 0], [1, 0, 1])):
        round_ = game["rounds"][number]
        assert (round_["bids"], round_["tricks"]) == (taken, taken)
    begun = datetime.fromisoformat(game["played_on"]).replace(tzinfo=UTC)
    assert abs(begun - NOW) <= 3 * DAY

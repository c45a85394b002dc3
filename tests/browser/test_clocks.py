"""Wrong clocks, on the phone and on the server: they affect only displayed times."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.browser import hand
from tests.browser.table import Table
from tests.browser.test_lossy import stored
from tests.support.wide import first_of

NAMES = ("Ute", "Kevin", "Ada")
NOW = datetime.now(UTC)
DAY = timedelta(days=1)
WRONG = {
    "a day ahead": NOW + DAY,
    "1970": datetime(1970, 1, 1, 0, 0, 5, tzinfo=UTC),
    # A quarter of an hour before Berlin's clocks go back at three.
    "the hour that comes twice": datetime(2026, 10, 25, 0, 45, tzinfo=UTC),
}


def played(table):
    rounds = hand.played_rounds(2, len(NAMES))
    for round_ in rounds:
        seats = [(round_.number + step) % len(NAMES) for step in range(len(NAMES))]
        table.bid(*[round_.bids[seat] for seat in seats])
        table.wait_for_reading()
        table.book(round_.bids, round_.tricks, NAMES)
        table.done()
    return rounds


def assert_stored(table, rounds):
    table.wait_until_saved()
    game = stored(table.page)
    found = [(r["bids"], r["tricks"]) for r in game["rounds"][: len(rounds)]]
    assert found == [(r.bids, r.tricks) for r in rounds]
    return game


@pytest.mark.parametrize("name", first_of(WRONG, kept=1))
def test_a_wrong_clock_changes_nothing(open_page, name):
    page = open_page("/health", timezone_id="Europe/Berlin")
    page.clock.install(time=WRONG[name])
    page.goto("/play/en#new")
    table = Table(page)
    table.start(NAMES)
    page.context.set_offline(True)
    rounds = played(table)
    page.context.set_offline(False)

    game = assert_stored(table, rounds)

    begun = datetime.fromisoformat(game["played_on"]).replace(tzinfo=UTC)
    assert abs(begun - NOW) <= 3 * DAY

"""The state of a season as far as its book prints it."""

from datetime import timedelta

import pytest

from scorepad.services.seasons.books import season_state
from scorepad.store.db import db
from tests.services.tables import DAY, NAMES, Table
from tests.sheets.conftest import played


@pytest.fixture
def table(app):
    """A group with a game in its first season and one in its second."""
    with app.app_context():
        found = Table(db.session())
        for day in (DAY, DAY + timedelta(days=4)):
            found.play(played(NAMES[:3], seed=1, played_on=day))
        yield found


def state(table, number):
    return season_state(table.session, table.stamp.device_id, table.group, number)


def test_a_book_tells_ratings_and_levels_that_other_seasons_tell_too(table):
    first, second = state(table, 1), state(table, 2)
    assert state(table, 2) == second

    table.delete(table.games[0])

    assert state(table, 2).games == second.games
    assert state(table, 2) != second
    assert state(table, 1) != first


def test_a_later_season_changes_nothing_of_an_earlier_one(table):
    first = state(table, 1)

    table.delete(table.games[1])

    assert state(table, 1) == first

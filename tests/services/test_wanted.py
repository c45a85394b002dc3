"""Filters are database conditions that select the same games as the rules."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorepad.db.season_games import Filter
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.services.player_stats import records_overview
from scorepad.services.season_stats import season_overview
from tests.services.tables import DAY, NAMES, Table

BOMB = frozenset({Extra.BOMB})
BOMB_AND_CLOUD = frozenset({Extra.CLOUD, Extra.BOMB})
HOUSE = HouseScoring(15, 5, 5, 40)

THREE = Game(
    players=NAMES[:3],
    cards=(1, 2, 3, 4, 5),
    schedule=Schedule.CUSTOM,
    ended_after=1,
    played_on=DAY,
    rounds=(Round(bids=(0, 0, 1), tricks=(1, 0, 0)),),
)
FOUR = replace(
    THREE, players=NAMES[:4], rounds=(Round(bids=(0, 0, 1, 0), tricks=(1, 0, 0, 0)),)
)
GAMES = (
    THREE,
    FOUR,
    replace(THREE, played_on=DAY + timedelta(1)),
    replace(THREE, schedule=Schedule.FIRST5),
    replace(THREE, edition=BOMB),
    replace(THREE, edition=BOMB_AND_CLOUD),
    replace(THREE, scoring=Scoring.ALTERNATIVE),
    replace(THREE, scoring=HOUSE, edition=BOMB),
)


WANTED = (
    (Filter(players=4), {1}),
    (Filter(since=DAY + timedelta(1)), {2}),
    (Filter(until=DAY), {0, 1, 3, 4, 5}),
    (Filter(schedule=Schedule.FIRST5), {3}),
    (Filter(edition=frozenset()), {0, 1, 2, 3}),
    (Filter(edition=BOMB), {4}),
    (Filter(edition=BOMB_AND_CLOUD), {5}),
    (Filter(scoring=Scoring.ALTERNATIVE), {6}),
    (Filter(scoring=HOUSE, edition=BOMB), {7}),
    (Filter(scoring=HOUSE, players=4), set()),
)


@pytest.fixture
def table(session):
    found = Table(session)
    for each in GAMES:
        found.play(each)
    return found


def test_a_filter_lets_the_same_games_pass_everywhere(table):
    at = table.session, table.stamp.device_id, table.group, 1
    for wanted, places in WANTED:
        season = season_overview(*at, wanted=wanted)
        records = records_overview(*at, wanted=wanted).records

        passed = {table.games[place] for place in places}
        assert {each.id_ for each in season.games} == passed, wanted
        assert season.ranked_games == len(places), wanted
        assert {each.game for each in records} <= passed, wanted
        assert bool(records) == bool(places), wanted

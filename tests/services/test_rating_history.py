"""Ratings of a group, from its games in the order of play."""

from datetime import date, timedelta

import pytest

from scorepad.rules.wizard.game import Game, Left, Round, Schedule
from scorepad.services.seasons import player_stats
from scorepad.services.seasons.player_stats import milestones_of
from scorepad.services.seasons.player_stats import rating_history as history_of
from scorepad.stats.rating import NEW, after_game
from scorepad.store.groups.people import seasons_of
from scorepad.store.seasons.results import wins_after, wins_of_everybody
from scorepad.store.tables import Group, Player
from tests.services.tables import Table

DAY = date(2026, 11, 20)
LATER = DAY + timedelta(days=4)
NAMES = ("Ute", "Kevin", "Anna", "Thomas")
ORDERS = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1)]


def one_round(met=(1, 0, 0), day=DAY, names=NAMES[:3]):
    """A game of one card: whoever is *met* foresaw it, the first seat took it."""
    taken = (1, 0, 0)
    bids = tuple(t if m else 1 - t for t, m in zip(taken, met, strict=True))
    return Game(
        players=names,
        cards=(1,),
        schedule=Schedule.CUSTOM,
        played_on=day,
        rounds=(Round(bids=bids, tricks=taken),),
    )


@pytest.fixture
def table(session):
    return Table(session)


def group_of(table):
    return table.session.query(Group).filter_by(uuid=table.group).one()


def history(table):
    return history_of(table.session, group_of(table))


def names(table, by_row):
    """What is told by the rows of players, by their names."""
    return {table.session.get(Player, row).name: each for row, each in by_row.items()}


def test_games_are_rated_in_the_order_of_their_days(table):
    table.play(one_round((0, 1, 0), LATER))
    table.play(one_round((1, 0, 0), DAY))

    first = after_game([NEW] * 3, [1, 2, 2])
    last = after_game(first, [2, 1, 2])

    found = names(table, history(table).now)
    assert found == dict(zip(NAMES, last, strict=False))


@pytest.mark.parametrize("action", ["delete", "reopen", "drop_from_ranking"])
def test_a_game_that_does_not_count_is_not_rated(table, action):
    table.play(one_round())
    before = history(table).now
    uuid = table.play(one_round((0, 1, 0)))

    getattr(table, action)(uuid)

    assert history(table).now == before


def test_whoever_left_early_is_last_and_whoever_never_played_takes_no_part(table):
    rounds = (
        Round(bids=(1, 1, 0, 1), tricks=(1, 0, 0, 0)),
        Round(bids=(None, 1, 0, 0), tricks=(None, 0, 1, 0)),
    )
    how = {"cards": (1, 1), "schedule": Schedule.CUSTOM, "left": (Left(0, 1),)}
    table.play(Game(players=NAMES, played_on=DAY, rounds=rounds, **how))

    standing = names(table, history(table).now)

    assert min(standing, key=lambda name: standing[name].rating.mu) == "Ute"
    assert standing["Ute"].wins == 0


def test_a_season_ends_with_its_last_game(table):
    table.play(one_round(day=LATER))
    table.play(one_round())
    first, second = seasons_of(table.session, group_of(table))
    found = history(table)

    wins = [names(table, found.standing(each))["Ute"].wins for each in (first, second)]

    assert wins == [1, 2]
    assert found.now == found.standing(second)


def test_before_the_first_game_of_a_season_nobody_has_a_rating(table):
    first, _ = seasons_of(table.session, group_of(table))

    table.play(one_round(day=LATER))

    assert history(table).standing(first) == {}


def test_wins_are_counted_now_and_as_they_were_after_a_game(table):
    first = table.play(one_round())
    table.play(one_round((1, 1, 0)))
    group = group_of(table)

    assert wins_after(table.session, group.id, first) == {0: 1, 1: 0, 2: 0}
    people = {uuid: name for name, uuid in table.people().items()}
    wins = wins_of_everybody(table.session, group.id)
    assert {people[uuid]: n for uuid, n in wins.items()} == {"Ute": 2}


def test_a_long_climb_is_thinned_and_keeps_its_ends(table, monkeypatch):
    monkeypatch.setattr(player_stats, "POINTS_AT_MOST", 4)
    for met in ORDERS * 2:
        table.play(one_round(met))
    player = table.session.query(Player).filter_by(name="Ute").one()

    found = history_of(table.session, group_of(table), climber=player.id)
    climb = milestones_of(table.session, found, None)

    assert len(climb) == 4
    assert [climb[0].step.games, climb[-1].step.games] == [1, 10]
    first, second = seasons_of(table.session, group_of(table))
    assert milestones_of(table.session, found, first) == climb
    assert milestones_of(table.session, found, second) == ()

"""Ratings of a group, from its games in the order of play."""

from datetime import date

import pytest

from scorepad.db.people import seasons_of
from scorepad.db.results import wins_after, wins_until
from scorepad.db.tables import Group, Player
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import player_stats
from scorepad.services.player_stats import milestones_of
from tests.services.tables import Table

DAY = date(2026, 11, 20)
NAMES = ("Ute", "Kevin", "Anna", "Thomas")
ORDERS = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1)]


def one_round(met=(1, 0, 0), day=DAY, names=NAMES[:3]):
    """Return a game of one card: those *met* met the bid, the first seat took it."""
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


def test_wins_are_counted_now_and_as_they_were_after_a_game(table):
    first = table.play(one_round())
    table.play(one_round((1, 1, 0)))
    group = group_of(table)

    assert wins_after(table.session, group.id, first) == {0: 1, 1: 0, 2: 0}
    winner = table.session.query(Player).filter_by(name="Ute").one()
    assert wins_until(table.session, group.id, None) == {winner.id: 2}


def test_a_long_climb_is_thinned_and_keeps_its_ends(table, monkeypatch):
    monkeypatch.setattr(player_stats, "POINTS_AT_MOST", 4)
    for met in ORDERS * 2:
        table.play(one_round(met))
    player = table.session.query(Player).filter_by(name="Ute").one()

    group = group_of(table)
    climb = milestones_of(table.session, group, None, player.id)

    assert len(climb) == 4
    assert [climb[0].step.games, climb[-1].step.games] == [1, 10]
    first, second = seasons_of(table.session, group)
    assert milestones_of(table.session, group, first, player.id) == climb
    assert milestones_of(table.session, group, second, player.id) == ()

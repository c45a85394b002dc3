"""Results are derived: after any changes they equal rebuilt ones.

Every figure on the pages equals a naive count of the documents.
"""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from scorepad.db.engine import db
from scorepad.db.tables import Result
from scorepad.services.results import rebuild_results
from scorepad.services.stored_games import history_of
from tests.services.recounting import FILTERS, recount
from tests.services.tables import DAY, NAMES, Table, game

ACTIONS = ("play", "correct", "date", "reopen", "end", "drop_from_ranking", "delete")
ACTIONS += ("restore", "move", "merge", "part", "leave", "play", "play")
steps = st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=10)


@pytest.fixture
def session(app):
    """A session on an embedded database only."""
    with app.app_context():
        yield db.session()


def act(table, other, chance, action):
    names = chance.sample(NAMES, chance.choice((3, 4, 5)))
    if chance.random() < 0.3:
        names = [{"Anna": "Anni"}.get(name, name) for name in names]
    day = DAY + timedelta(days=chance.randint(0, 4))
    if action == "play" or not table.games:
        table.play(game(chance, tuple(names), day))
    elif action == "merge":
        table.merge("Anni", "Anna")
    elif action == "part":
        table.part()
    else:
        uuid = chance.choice(table.games)
        if action == "correct":
            stored = table.stored(uuid).game
            table.correct(uuid, game(chance, stored.players, stored.played_on))
        elif action == "date":
            table.correct(uuid, replace(table.stored(uuid).game, played_on=day))
        elif action == "leave":
            table.hand_over(uuid, other)
        else:
            getattr(table, action)(uuid)


def any_season(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        # To make a failing season smaller takes minutes and tells little more.
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


def after(session, actions, chance):
    table = Table(session)
    other = Table(session, table.by)
    for action in ("play", *actions):
        act(table, other, chance, action)
    return table


def kept(session):
    session.expire_all()
    columns = Result.__table__.c
    order = select(*columns).order_by(columns.game_id, columns.seat)
    return session.execute(order).all()


@any_season(5)
@given(steps, st.randoms(use_true_random=False))
def test_results_are_those_of_a_rebuild_after_any_actions(session, actions, chance):
    table = after(session, actions, chance)
    before, shown = kept(session), table.look()

    rebuild_results(session)

    assert kept(session) == before
    assert table.look() == shown
    for uuid in table.games:
        for number, round_ in enumerate(table.stored(uuid).game.rounds, 1):
            at = table.by, table.at(uuid), number
            assert tuple(history_of(*at)[0]["body"]["bids"]) == round_.bids


@any_season(3)
@given(steps, st.randoms(use_true_random=False), st.sampled_from(FILTERS))
def test_every_figure_is_the_one_that_a_pencil_finds(session, actions, chance, wanted):
    table = after(session, actions, chance)

    for number in (1, 2, None):
        recount(table, number)
    recount(table, None, wanted)


@pytest.mark.slow
@any_season(100)
@given(
    st.lists(st.sampled_from([*ACTIONS, *["play"] * 5]), max_size=40),
    st.randoms(use_true_random=False),
)
def test_every_figure_of_long_seasons(session, actions, chance):
    table = after(session, actions, chance)

    for number in (1, 2, None):
        recount(table, number)
    for wanted in FILTERS:
        recount(table, None, wanted)


@pytest.fixture
def table(session):
    chance, found = Random(5), Table(session)  # noqa: S311 - must be repeatable
    for _ in range(4):
        found.play(game(chance, NAMES[:3], DAY))
    return found


def test_a_rebuild_mends_whatever_is_kept(session, table):
    sound = kept(session)
    session.execute(update(Result).values(total=999, bids="", marks=""))
    session.execute(delete(Result).where(Result.seat == 0))
    session.commit()

    assert rebuild_results(session) == 4
    assert kept(session) == sound

"""Whatever is done to the games of a season, its ledgers are as if written anew.

And every figure that its pages show is the one that a pencil finds in the documents.
"""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorepad.services.groups.rostering import merge_players, roster, undo_merge
from scorepad.services.seasons import catching_up, opening
from scorepad.services.seasons.ranking import season_overview
from scorepad.services.upkeep.rebuilding import rebuild
from scorepad.store.db import db
from scorepad.store.tables import SeasonLedger
from tests.services.recounting import FILTERS, recount
from tests.services.tables import DAY, NAMES, Table, game
from tests.services.test_tallying import ledger


@pytest.fixture
def session(app):
    """A session on an embedded database alone."""
    with app.app_context():
        yield db.session()


def act(table, chance, action):
    names = tuple(chance.sample(NAMES, chance.choice((3, 4, 5))))
    day = DAY + timedelta(days=chance.randint(0, 4))
    if action == "play" or not table.games:
        table.play(game(chance, names, day))
        return
    uuid = chance.choice(table.games)
    if action == "correct":
        stored = table.stored(uuid)
        table.correct(uuid, game(chance, stored.game.players, stored.game.played_on))
    elif action == "date":
        table.correct(uuid, replace(table.stored(uuid).game, played_on=day))
    else:
        getattr(table, action)(uuid)


ACTIONS = ("play", "correct", "date", "reopen", "end", "drop_from_ranking", "delete")
ACTIONS += ("restore", "move", "look")
steps = st.lists(st.sampled_from([*ACTIONS, "play", "play"]), min_size=1, max_size=8)


def any_season(examples):
    """Check what a season looks like after some steps."""
    return settings(
        max_examples=examples,
        deadline=None,
        # To make a failing season smaller takes minutes and tells little more.
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


def after(session, actions, chance):
    table = Table(session)
    for action in ("play", *actions):
        if action == "look":
            table.look()
        else:
            act(table, chance, action)
    return table


@any_season(4)
@given(steps, st.randoms(use_true_random=False))
def test_ledgers_are_as_if_written_anew(session, actions, chance):
    table = after(session, actions, chance)
    exact = sums(session)  # before a look works out what is stale
    shown, kept = table.look(), ledger(session)

    rebuild(session)

    assert ledger(session) == kept
    assert sums(session) == exact
    assert table.look() == shown


@any_season(4)
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


def sums(session):
    """What does not depend on the order of games."""
    return [(number, who, counts) for number, who, counts, _ in ledger(session)[0]]


def stale(session):
    session.expire_all()
    return {row.number for row in session.scalars(select(SeasonLedger)) if row.stale}


@pytest.fixture
def evening(session):
    """Two tables that began one after the other on an evening, with four games before.

    The games at them are not over yet.
    """
    chance, table = Random(5), Table(session)  # noqa: S311 - must be repeatable
    for _ in range(4):
        table.play(game(chance, NAMES[:3], DAY))
    running = [
        table.play(game(chance, names, DAY), finished=False)
        for names in (NAMES[:3], NAMES[2:])
    ]
    table.look()
    return table, running


def test_tables_that_end_in_another_order_than_they_began_leave_nothing_stale(
    session, evening
):
    table, (first, second) = evening

    table.end(second)
    table.end(first)

    assert stale(session) == set()
    kept = ledger(session)
    rebuild(session)
    assert ledger(session) == kept
    recount(table, 1)


@pytest.mark.parametrize("action", ["delete", "reopen", "drop_from_ranking", "move"])
def test_a_change_of_one_of_the_last_games_leaves_nothing_stale(
    session, evening, action
):
    table, running = evening
    for uuid in running:
        table.end(uuid)

    getattr(table, action)(table.games[3])

    assert stale(session) == set()
    kept = ledger(session)
    rebuild(session)
    assert ledger(session) == kept


def test_a_change_of_an_older_game_is_worked_out_at_the_next_look(session, evening):
    table, _ = evening
    rebuild(session)  # which forgets how all stood before the last games

    table.delete(table.games[0])

    assert stale(session) == {0, 1}
    recount(table, 1)
    assert stale(session) == {0}


@pytest.fixture
def put_together(session):
    """Games after which Anni turned out to be Anna, so that their tallies are old."""
    chance, table = Random(6), Table(session)  # noqa: S311 - must be repeatable
    for names in [NAMES[:3]] * 2 + [("Ute", "Kevin", "Anni")] * 6:
        table.play(game(chance, names, DAY))
    table.look()
    people = table.people()
    merge_players(session, table.stamp, table.group, people["Anni"], people["Anna"])
    return table


def take_no_writes(monkeypatch, *modules):
    def busy(*_args, **_kwargs):
        raise TimeoutError

    for each in modules:
        monkeypatch.setattr(each, "write_transaction", busy)


def test_f03_who_was_put_together_is_shown_where_nothing_can_be_kept(
    put_together, monkeypatch
):
    with monkeypatch.context() as patched:
        take_no_writes(patched, opening, catching_up)
        shown = put_together.look()
        for wanted in FILTERS:
            recount(put_together, None, wanted)

    assert put_together.look() == shown


def test_f03_what_is_shown_without_its_tallies_is_not_kept(
    session, put_together, monkeypatch
):
    table = put_together
    table.look()
    (merge,) = roster(session, table.stamp.device_id, table.group).merges
    undo_merge(session, table.stamp, table.group, merge.id_)
    with monkeypatch.context() as patched:
        take_no_writes(patched, catching_up)  # those of a moment later are taken
        shown = table.look()

    assert table.look() == shown
    table.drop_from_ranking(table.games[0])
    recount(table)


def test_f03_who_is_put_together_while_somebody_looks_is_not_kept_as_two(
    session, evening, monkeypatch
):
    table, _ = evening
    table.play(game(Random(5), ("Ute", "Kevin", "Anni"), DAY))  # noqa: S311 - a game, not a secret
    rebuild(session)  # which forgets how all stood before the last games
    table.delete(table.games[0])
    people, real = table.people(), opening.write_transaction

    def after_a_merge(*args, **kwargs):
        monkeypatch.setattr(opening, "write_transaction", real)
        two = people["Anni"], people["Anna"]
        merge_players(session, table.stamp, table.group, *two)
        return real(*args, **kwargs)

    monkeypatch.setattr(opening, "write_transaction", after_a_merge)
    season_overview(session, table.stamp.device_id, table.group, None)

    recount(table)

"""Everything that people see is held against what was saved, on both databases."""

import pytest
from sqlalchemy import text

from scorepad.services.seasons.rating import rebuild_ratings
from scorepad.services.upkeep import proving
from scorepad.services.upkeep.proving import damages
from scorepad.services.upkeep.rebuilding import rebuild
from scorepad.store.db import db
from tests import towers_table
from tests.doors import post
from tests.services.filled import NAMES, fill, play


@pytest.fixture
def session(either_app, either_phone):
    """A group that has all there is, and whose pages were looked at."""
    fill(either_phone)
    with either_app.app_context():
        yield db.session()


def change(session, statement):
    session.execute(text(statement))
    session.commit()


def found(session):
    return list(damages(session))


def work_out(session):
    rebuild(session)
    rebuild_ratings(session)


WRONG_FIGURES = (
    "UPDATE tally SET total = total + 1000",
    "UPDATE tally SET rank = 9",
    "UPDATE tally SET bids = '' WHERE seat = 0",
    "UPDATE tally SET ranked = NOT ranked WHERE seat = 1",
    "UPDATE tally SET played_on = '2020-02-02'",
    "UPDATE tally SET number = 7",
    "DELETE FROM tally",
    "UPDATE game_marks SET marks = '[]'",
    "DELETE FROM game_marks",
    "UPDATE season_ledger SET records = '{}'",
    "UPDATE season_ledger SET kinds = '{}'",
    "UPDATE season_ledger SET predictions = '{}'",
    "UPDATE season_ledger SET games = games + 1 WHERE number = 1",
    "UPDATE player_ledger SET wins = wins + 1",
    "UPDATE player_ledger SET met = '{}'",
    "UPDATE player_ledger SET form = '[]'",
    "UPDATE player_ledger SET longest_run = 99",
    "UPDATE player_ledger SET steps = '[]'",
    "DELETE FROM player_ledger",
    "UPDATE rating_step SET mu = mu + 1",
    "UPDATE rating_step SET wins = 99",
    "DELETE FROM rating_step WHERE seat = 0",
)


ONE_OF_EACH = [each for each in WRONG_FIGURES if "+ 1" in each or "marks =" in each]


@pytest.mark.parametrize(
    "statements",
    [ONE_OF_EACH, pytest.param(WRONG_FIGURES, marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_f05_wrong_figures_are_found_and_worked_out_again(session, statements):
    assert found(session) == []
    for statement in statements:
        change(session, statement)
        told = found(session)
        assert told, statement
        assert all(each.mends for each in told), statement
        is_of_games = "tally" in statement or "game_marks" in statement
        assert any(each.game for each in told) == is_of_games, statement

        work_out(session)
        assert found(session) == [], statement


UNREADABLE = (
    "UPDATE tally SET bids = CAST(x'ff' AS TEXT)",
    "UPDATE tally SET played_on = 'once'",
    "UPDATE game_marks SET marks = '['",
    "UPDATE season_ledger SET tail = '[', records = '['",
    "UPDATE season_ledger SET last_played_on = 'once'",
    "UPDATE player_ledger SET totals = '{', met = 'x'",
    "UPDATE rating_step SET mu = 'much'",
)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_f05_so_are_figures_that_cannot_even_be_read(session):
    for statement in UNREADABLE:
        change(session, statement)
        told = found(session)
        assert told, statement
        assert all(each.mends for each in told), statement

        work_out(session)
        assert found(session) == [], statement


def test_f05_what_says_that_it_is_stale_is_no_damage(session, either_phone):
    for statement in (
        "UPDATE rating_step SET mu = mu + 1",
        "UPDATE rating_mark SET stale_from = 0",
        "UPDATE season_ledger SET records = '{}', games = 0",
        "UPDATE season_ledger SET stale = NOT stale",
    ):
        change(session, statement)
    assert found(session) == []

    play(either_phone, "Anna", "Uwe", "Kevin")
    play(either_phone, "Anna", "Tim", "Kevin")
    into, tim = (either_phone.person(name)["id"] for name in ("Uwe", "Tim"))
    assert post(either_phone, f"/players/{tim}/merge", into=into).status_code == 303
    assert found(session) == []

    either_phone.client.get(f"/g/{either_phone.group}/seasons/1")
    assert found(session) == []


def test_f05_figures_of_a_game_that_goes_on_are_wrong(session, either_phone):
    running = either_phone.start_game(*NAMES)
    change(
        session,
        "UPDATE tally SET game_id = (SELECT MAX(id) FROM game) WHERE game_id = 1",
    )

    assert running in {str(each.game) for each in found(session)}

    work_out(session)
    assert found(session) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE document_game SET document = '{}'",
        "UPDATE document_game SET played_on = '2020-02-02'",
        "UPDATE document_game SET game = 'uowers'",
        "DELETE FROM document_seat WHERE seat = 1",
    ],
)
def test_f05_an_altered_game_that_is_a_document_is_found(
    either_app, either_phone, statement
):
    game = towers_table.play(either_phone)
    with either_app.app_context():
        session = db.session()
        assert found(session) == []
        change(session, statement)

        (told,) = found(session)
    assert str(told.game) == game
    assert not told.mends


def test_f05_a_new_name_is_no_damage(either_app, either_phone):
    towers_table.play(either_phone)
    either_phone.start_game()
    for name, who in either_phone.people.items():
        post(either_phone, f"/players/{who}/name", name=f"{name} II")

    with either_app.app_context():
        assert found(db.session()) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_f05_who_saves_waits_for_some_games_and_not_for_all(session, monkeypatch):
    """What is worked out between two reads holds nobody up, in SQLite's journal."""
    monkeypatch.setattr(proving, "AT_ONCE", 1)
    saved = []

    def save(_done, _whole):
        with db.engine.connect().execution_options(scorepad_writes=True) as other:
            other.execute(text("UPDATE group_ SET language = language"))
            other.commit()
        saved.append(_done)

    assert list(damages(session, save)) == []
    assert len(saved) > 1

"""The game that a save takes over from the one before is the one that is written."""

import pytest
from sqlalchemy import event, select

from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store.db import db
from scorepad.store.play import fresh_games, played_games
from scorepad.store.tables import GameRow
from tests.doors import post
from tests.phone import Phone

BIDS = [1, 0, 0, 0]
TRICKS = [0, 1, 0, 0]
READS_A_GAME = ("FROM round_", "game.cards", "FROM adjustment")


@pytest.fixture
def two_phones(database_url, tmp_path):
    """One person at two servers of the same database."""
    settings = Settings(instance=tmp_path, database_url=database_url)
    apps = [create_app(settings) for _ in range(2)]
    one, other = (Phone(app.test_client()) for app in apps)
    game = one.start_game()
    other.group, other.people = one.group, one.people
    other.client.set_cookie("s", one.client.get_cookie("s").value)
    yield one, other, game
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def test_what_another_server_wrote_counts(two_phones):
    one, other, game = two_phones
    one.save_round(game, 1, BIDS)
    other.save_round(game, 1, BIDS, TRICKS, seen=1)

    late = one.save_round(game, 1, BIDS, [1, 0, 0, 0], seen=1)

    assert late.status_code == 412
    assert late.json["current"]["tricks"] == TRICKS
    assert one.save_round(game, 1, BIDS, [1, 0, 0, 0], seen=2).status_code == 200


def test_a_save_after_another_does_not_read_the_game(either_app):
    phone = Phone(either_app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, BIDS)
    said = []
    with either_app.app_context():
        event.listen(
            db.engine, "before_cursor_execute", lambda *said_: said.append(said_[2])
        )

    # The application of a test reads them all the same, to hold them to these.
    trusted = played_games.fresh_game
    played_games.fresh_game = fresh_games.fresh_game
    try:
        saved = phone.save_round(game, 2, [None] * 4)
    finally:
        played_games.fresh_game = trusted

    assert saved.status_code == 201
    assert not [each for each in said if any(words in each for words in READS_A_GAME)]


def test_a_save_that_was_undone_leaves_nothing_behind(either_app):
    phone = Phone(either_app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, BIDS)
    with either_app.app_context():
        event.listen(db.session, "before_commit", _refuse, once=True)

    undone = phone.save_round(game, 1, BIDS, TRICKS, seen=1)

    assert undone.status_code == 500
    assert phone.save_round(game, 1, BIDS, [1, 0, 0, 0], seen=1).status_code == 200


def _refuse(_session):
    raise ConnectionError


def test_a_name_that_was_changed_since_counts(either_app):
    phone = Phone(either_app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, BIDS)
    someone = phone.get_game(game).json["players"][0]

    post(phone, f"/players/{someone['id']}/name", name="Anna the Wise")

    with either_app.app_context():
        session = db.session()
        row = session.scalars(select(GameRow)).one()
        found = played_games.find_played(session, row.group_id, row.uuid, hold=False)
    assert found.value.players[0] == "Anna the Wise"


def test_a_game_that_ended_is_let_go(either_app):
    phone = Phone(either_app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, BIDS)
    with either_app.app_context():
        kept = fresh_games._kept[db.engine]  # noqa: SLF001 - it shows nowhere else
    assert len(kept) == 1

    phone.save_game(game, phone.game_body(finished=True), seen="g1")

    assert not kept


def test_the_games_saved_last_are_kept(either_app, monkeypatch):
    monkeypatch.setattr(fresh_games, "MOST_GAMES", 2)
    mark = fresh_games.Mark(1, 1, None)
    with either_app.app_context():
        connection = db.session.connection()
        for game_id in (1, 2, 1, 3, 3):
            fresh_games.keep_game(connection, game_id, mark, f"game {game_id}")
        found = [fresh_games.fresh_game(connection, each, mark) for each in (1, 2, 3)]

    assert found == ["game 1", None, "game 3"]

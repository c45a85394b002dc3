"""After a restore, equal revisions may have different content."""

from uuid import uuid4

import pytest
from sqlalchemy import delete

from scorepad.db.engine import db
from scorepad.db.schema import give_database_id
from scorepad.db.tables import DatabaseId
from scorepad.web.middleware import guard

BIDS = [1, 0, 0, 0]
OTHERS = [0, 1, 0, 0]


@pytest.fixture
def restored(app):
    """Give the database another id, as the first start after a restore does."""

    def restore():
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(delete(DatabaseId))
            give_database_id(connection)
        app.extensions.pop(guard._KEPT, None)  # noqa: SLF001 - another process

    return restore


@pytest.fixture
def game(phone):
    game = phone.start_game()
    assert phone.save_round(game, 1, BIDS, seen=None).status_code == 201
    return game


def named_by(phone):
    answer = phone.client.get(f"/api/groups/{phone.group}")
    return {"X-Scorepad": answer.headers["X-Scorepad"]}


def saved(phone, game, bids, seen, said):
    path, body = f"{phone.game_path(game)}/rounds/1", {"bids": bids, "tricks": None}
    return phone.put(path, body, seen=seen, **said)


def test_r01_what_was_seen_of_another_database_is_not_saved_over(phone, game, restored):
    seen = named_by(phone)
    restored()

    stale = saved(phone, game, OTHERS, 1, seen)
    assert stale.status_code == 412
    assert stale.get_json()["current"]["bids"] == BIDS

    assert saved(phone, game, OTHERS, 1, named_by(phone)).status_code == 200


@pytest.mark.parametrize("revision", [1, 7])
def test_what_only_a_phone_still_has_is_taken_as_new(phone, game, restored, revision):
    seen = named_by(phone)
    restored()
    lost = str(uuid4())
    body = phone.game_body()

    assert phone.save_game(lost, body, seen=revision, **seen).status_code == 201
    assert saved(phone, lost, BIDS, revision, seen).status_code == 201


def test_nothing_new_is_only_said_of_the_same_database(phone, game, restored):
    pages = (f"games/{game}/live", f"games/{game}/seat", "tables")
    known = {phone.game_path(game): named_by(phone)}
    known |= {f"/g/{phone.group}/{page}": {} for page in pages}
    for path, said in known.items():
        said["If-None-Match"] = phone.client.get(path).headers["ETag"]
        assert phone.client.get(path, headers=said).status_code == 304

    restored()

    for path, said in known.items():
        assert phone.client.get(path, headers=said).status_code == 200

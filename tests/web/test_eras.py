"""A backup was put back: what was seen before has the same numbers, and is not it."""

from uuid import uuid4

import pytest

from scorepad.services.upkeep.beginning_anew import begin_era
from scorepad.store.db import db
from scorepad.web.every_request import eras
from tests.phone import Phone

FIRST = {"X-Scorepad": "1"}
BIDS = [1, 0, 0, 0]
OTHERS = [0, 1, 0, 0]


@pytest.fixture
def put_back(app):
    """Begin another era, as a server does that starts after a backup was put back."""

    def begun() -> None:
        with app.app_context():
            begin_era(db.session())
        app.extensions.pop(eras._KEPT, None)  # noqa: SLF001 - another process

    return begun


@pytest.fixture
def game(phone: Phone) -> str:
    game = phone.start_game()
    assert phone.save_round(game, 1, BIDS, seen=None).status_code == 201
    return game


def era_at(phone: Phone) -> str:
    return phone.client.get(f"/api/groups/{phone.group}").headers["X-Scorepad"]


def saved(phone: Phone, game: str, bids: list[int], seen: int, said: dict[str, str]):
    """Save round 1, as a phone does that has seen this revision in an era."""
    path, body = f"{phone.game_path(game)}/rounds/1", {"bids": bids, "tricks": None}
    return phone.put(path, body, seen=seen, **said)


def test_each_backup_that_is_put_back_begins_another_era(phone, game, put_back):
    found = [era_at(phone)]
    for _ in range(2):
        put_back()
        found.append(era_at(phone))

    assert found[0] == "1"
    assert len({*found}) == 3


def test_nobody_is_told_an_era_while_the_database_is_away(app, client, monkeypatch):
    def away(_engine: object) -> str:
        raise ConnectionError

    monkeypatch.setattr(eras, "FAULTS", (ConnectionError,))
    monkeypatch.setattr(eras, "era_of", away)

    said = client.get(f"/api/groups/{uuid4()}", headers={"X-Scorepad": "2f3a"})

    assert said.headers["X-Scorepad"] == ""


def test_r01_what_was_seen_in_another_era_is_not_saved_over(phone, game, put_back):
    put_back()

    stale = saved(phone, game, OTHERS, 1, FIRST)
    assert stale.status_code == 412
    assert stale.get_json()["current"]["bids"] == BIDS

    now = {"X-Scorepad": era_at(phone)}
    assert saved(phone, game, OTHERS, 1, now).status_code == 200


@pytest.mark.parametrize("seen", [1, 7])
def test_what_only_a_phone_still_has_is_taken_as_new(phone, game, put_back, seen):
    put_back()
    lost = str(uuid4())
    body = phone.game_body()

    assert phone.save_game(lost, body, seen=seen, **FIRST).status_code == 201
    assert saved(phone, lost, BIDS, seen, FIRST).status_code == 201


def test_nothing_new_is_only_said_within_an_era(phone, game, put_back):
    path = phone.game_path(game)
    etag = phone.client.get(path).headers["ETag"]
    known = {"If-None-Match": etag, **FIRST}
    assert phone.client.get(path, headers=known).status_code == 304

    put_back()

    assert phone.client.get(path, headers=known).status_code == 200


@pytest.mark.parametrize(
    "page",
    [
        "/g/{group}/games/{game}/live",
        "/g/{group}/games/{game}/seat",
        "/g/{group}/tables",
        "/g/{group}/games/{game}/sheet.pdf",
    ],
)
def test_no_page_of_another_era_is_called_the_same(phone, game, put_back, page):
    path = page.format(group=phone.group, game=game)
    first = phone.client.get(path)
    known = {"If-None-Match": first.headers["ETag"]}
    assert phone.client.get(path, headers=known).status_code == 304

    put_back()

    assert phone.client.get(path, headers=known).status_code == 200

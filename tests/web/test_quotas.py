"""S30: one visitor cannot fill the server; a full group says so and loses nothing."""

from uuid import uuid4

import pytest

from scorepad.services import players
from scorepad.services import rate_limits as quotas
from tests.support.invitations import post
from tests.support.phone import Phone


@pytest.fixture
def host(either_phone, monkeypatch):
    monkeypatch.setattr(quotas, "MOST_GAMES", 2)
    monkeypatch.setattr(quotas, "MOST_PEOPLE", 5)
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


def test_s30_a_full_group_takes_no_more_games(host):
    second = host.start_game("Anna", "Ute", "Kevin")
    third = str(uuid4())
    body = host.game_body("Anna", "Ute", "Kevin")

    refused = host.save_game(third, body, seen=None)

    assert refused.status_code == 409
    assert refused.json is not None
    assert "at most 2 games" in refused.json["detail"]
    assert host.get_game(third).status_code == 404
    assert host.save_round(second, 1, [1, 0, 1]).status_code == 201


def test_s30_a_full_group_takes_no_more_people(host):
    names = ("Anna", "Ute", "Ada", "Tom", "Zoë", "Mia")
    game = str(uuid4())

    refused = host.save_game(game, host.game_body(*names), seen=None)

    assert refused.status_code == 409
    assert refused.json is not None
    assert "at most 5 people" in refused.json["detail"]
    known = host.save_game(game, host.game_body("Anna", "Ute", "Ada"), seen=None)
    assert known.status_code == 201


def test_s30_a_full_group_is_not_moved_into(host):
    host.start_game("Anna", "Ute", "Kevin")
    second = Phone(host.client)
    game = second.start_game("Anna", "Ute", "Kevin")

    refused = post(second, f"/games/{game}/move", into=host.group)

    assert refused.status_code == 409
    assert "at most 2 games" in refused.text
    assert second.get_game(game).status_code == 200


@pytest.mark.parametrize("other", ["wizard", "towers"])
def test_s30_a_group_that_does_not_fit_stays_whole(host, monkeypatch, other):
    monkeypatch.setattr(players, "AT_ONCE", 1)
    second = Phone(host.client)
    game = second.start_game("Anna", "Ute", "Kevin")
    if other == "wizard":
        second.start_game("Anna", "Ute", "Kevin")
    else:
        path = f"/api/groups/{second.group}/towers/{uuid4()}"
        two = [second.person(name) for name in ("Anna", "Ute")]
        second.put(path, {"players": two, "events": []}, seen=None)

    assert post(second, "/move", into=host.group).status_code == 409

    assert second.get_game(game).status_code == 200
    assert len(host.client.get(f"/api/groups/{host.group}").json["games"]) == 1
    monkeypatch.setattr(quotas, "MOST_GAMES", 3)
    assert post(second, "/move", into=host.group).status_code == 303

"""R02, R04, R06: every write has a key and a condition, and one effect."""

import secrets
from uuid import uuid4

import pytest

from scorepad.web.middleware.guard import SAFE
from tests.support.invitations import let_in
from tests.support.phone import OURS, Phone
from tests.support.stored import rows
from tests.web.addresses import routes
from tests.web.test_routes import ask, games_of

BIDS = [1, 0, 0, 0]


@pytest.fixture
def key():
    return secrets.token_hex(16)


def test_r04_a_member_with_anothers_key_gets_an_answer_of_its_own(either_phone, key):
    game = either_phone.start_game()
    other = let_in(either_phone, "scorekeeper")
    first = either_phone.save_round(game, 1, BIDS, key=key)

    late = other.save_round(game, 1, BIDS, key=key)
    seen = other.save_round(game, 1, BIDS, key=key[::-1], seen=1)
    again = either_phone.save_round(game, 1, BIDS, key=key)

    assert (first.status_code, late.status_code, seen.status_code) == (201, 412, 200)
    assert late.json["changed_by"]["you"] is False
    assert "Idempotent-Replay" not in late.headers
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replay"] == "true"
    # Nor is it taken for another request.
    assert either_phone.save_round(game, 1, [0] * 4, key=key).status_code == 422
    assert either_phone.get_game(game).json["revision"] == 3


def test_r04_a_device_of_another_group_is_never_given_the_answer(either_phone, key):
    game = either_phone.start_game()
    either_phone.save_round(game, 1, BIDS, key=key)
    foreign = Phone(either_phone.client.application.test_client())
    own = foreign.start_game()
    knocking = Phone(foreign.client, group=either_phone.group)

    refused = knocking.save_round(game, 1, BIDS, key=key)
    saved = foreign.save_round(own, 1, BIDS, key=key)

    assert (refused.status_code, saved.status_code) == (404, 201)
    assert not any("Idempotent-Replay" in each.headers for each in (refused, saved))
    assert foreign.get_game(own).json["rounds"][0]["bids"] == BIDS


def test_r06_a_game_that_is_created_twice_is_one_game(either_phone, key):
    either_phone.found_group()
    game, body = str(uuid4()), either_phone.game_body()

    first = either_phone.save_game(game, body, seen=None, key=key)
    again = either_phone.save_game(game, body, seen=None, key=key)
    without_key = either_phone.save_game(game, body, seen=None)

    assert "Idempotent-Replay" not in first.headers
    assert again.headers["Idempotent-Replay"] == "true"
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.json, again.headers["ETag"]) == (first.json, first.headers["ETag"])
    assert (without_key.status_code, without_key.headers["ETag"]) == (412, '"g1"')
    group = either_phone.told()
    assert [each["id"] for each in group["games"]] == [game]
    assert len(group["players"]) == len(body["players"])
    assert either_phone.get_game(game).json["revision"] == 1


KEY = {"Idempotency-Key": f'"{"k" * 32}"'}


class Unseeing(Phone):
    def put(self, path, body, **_):
        return self.client.put(path, json=body, headers={**OURS, **KEY})


def test_r02_every_write_without_its_condition_is_refused(either_app, either_phone):
    game = games_of(either_phone)
    either_phone.save_round(game, 1, [0, 1, 0, 0])
    unseeing = Unseeing(either_phone.client, group=either_phone.group)
    unseeing.claim = either_phone.claim
    before = rows(either_app)

    answers = {
        (rule, method): ask(unseeing, rule, method, game, unseeing).status_code
        for method, rule in routes(either_app)
        if rule.startswith("/api/") and method not in SAFE
    }

    assert len(answers) >= 8
    assert set(answers.values()) == {428}, answers
    assert rows(either_app) == before

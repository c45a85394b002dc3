"""A whole group as one document."""

import json

import pytest

from scorepad.rules.games import parse_game
from scorepad.services.exchange import exporting
from tests.doors import let_in, post

ONE_ROUND = {"schedule": "custom", "cards": [1]}


@pytest.fixture
def group(either_phone):
    for names in (("Anna", "Ute", "Kevin"), ("Zoë", "Ute", "Kevin")):
        game = either_phone.start_game(*names, **ONE_ROUND)
        either_phone.save_round(game, 1, [1, 1, 0], [1, 0, 0], note="🎩")
        done = either_phone.game_body(*names, **ONE_ROUND, finished=True)
        assert either_phone.save_game(game, done, seen="g2").status_code == 200
    either_phone.start_game("Anna", "Ute", "Kevin")
    post(either_phone, "/people/name", name="Friday Wizards")
    return either_phone


def everything(phone):
    return phone.client.get(f"/g/{phone.group}/everything.json")


def test_it_holds_every_game_as_its_document(group, monkeypatch):
    monkeypatch.setattr(exporting, "AT_ONCE", 2)

    told = everything(group).json

    assert told["name"] == "Friday Wizards"
    assert [each["name"] for each in told["players"]] == ["Anna", "Ute", "Kevin", "Zoë"]
    assert [each["finished"] for each in told["games"]] == [True, True, False]
    assert [each["number"] for each in told["seasons"]] == [1]
    for game in told["games"]:
        document = game["document"]
        parse_game(json.dumps(document), "wizard")
        path = f"/g/{group.group}/games/{document['id']}/game.json"
        assert group.client.get(path).json == document


def test_a_group_without_games_has_a_document_too(either_phone):
    either_phone.found_group()

    assert everything(either_phone).json["games"] == []


def test_a_deleted_game_is_not_in_it(group):
    told = everything(group).json
    game = told["games"][0]["document"]["id"]
    body = group.game_body("Anna", "Ute", "Kevin", **ONE_ROUND, deleted=True)
    group.save_game(game, body, seen="g3")

    left = [each["document"]["id"] for each in everything(group).json["games"]]
    assert left == [each["document"]["id"] for each in told["games"][1:]]


def test_it_is_for_owners_and_named_after_the_group(group):
    answer = everything(group)

    assert "Friday%20Wizards.json" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert everything(let_in(group, "scorekeeper")).status_code == 403

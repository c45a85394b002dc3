"""A whole group as one document."""

import json
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorepad.db.engine import db
from scorepad.db.tables import Group
from scorepad.games.documents import NotADocument
from scorepad.games.registry import parse_game, parse_group
from scorepad.services import documents, groups
from scorepad.services.requests import name_or_none
from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import post
from tests.support.phone import OURS, Phone
from tests.support.stored import count

FIFTY_THAT_LOOK_LIKE_THIRTY = "\u0915\u093f" * 20 + "\u0915" * 10
LETTERS = ("a", " ", "\t", "\n", "e\u0301", "\u0915\u093f", "\u200d", "\N{TOP HAT}", "")
TYPED = st.text(max_size=101) | st.lists(
    st.sampled_from(LETTERS), min_size=20, max_size=101
).map("".join)
SAID = st.fixed_dictionaries(
    {
        "place": st.none() | TYPED,
        "remark": st.none() | TYPED | st.just("a" * 1000),
        "minutes": st.none() | st.integers(-1, 2) | st.integers(9_999, 10_001),
    }
)


@pytest.fixture
def group(either_phone):
    for name in ("Anna", "Zoë"):
        either_phone.play(name, "Ute", "Kevin", rounds=[([1, 1, 0], [1, 0, 0])])
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


def test_it_holds_every_game_as_its_document(group, monkeypatch):
    monkeypatch.setattr(documents, "AT_ONCE", 2)
    post(group, "/people/name", name="王 Friday")

    answer = group.get("/everything.json")

    told, named = answer.json, answer.headers["Content-Disposition"]
    assert named.startswith("attachment; filename=group.json; ")
    assert named.endswith("filename*=UTF-8''%E7%8E%8B%20Friday.json")
    assert told["name"] == "王 Friday"
    assert [each["name"] for each in told["players"]] == ["Anna", "Ute", "Kevin", "Zoë"]
    assert [each["finished"] for each in told["games"]] == [True, True, False]
    assert [each["number"] for each in told["seasons"]] == [1]
    for game in told["games"]:
        document = game["document"]
        parse_game(json.dumps(document))
        assert group.get(f"/games/{document['id']}/game.json").json == document


def files_of(phone, path):
    names = ("tournament", "standings")
    return [phone.client.get(f"{path}/{name}.csv").text for name in names]


def test_a_tournament_stays_one_in_another_server(app, phone):
    director = Director(phone, games=1)
    director.enter("Anna, Owls", "Ute, Owls", "Kevin", "Zoë", "Late Linda")
    for totals in ([50, 40, 30, 20, 10], [5, 6, 7, 8]):
        director.next_game(totals)
    director.fine(1, points=-5)
    found = parse_group(phone.get("/everything.json").data)

    with app.app_context():
        made = documents.import_group(db.session(), datetime.now(UTC), found)
        code = groups.recover_group(db.session(), made, datetime.now(UTC))
    other = Phone(app.test_client(), str(made))
    other.client.post("/join", data={"code": code}, headers=OURS)

    listed = other.get("/tournaments").text
    path = re.search(r"/g/[0-9a-f-]{36}/tournaments/[0-9a-f-]{36}", listed)[0]
    sealed = other.get("/seasons/2/games.csv").text
    assert len(sealed.splitlines()) == 6  # the head, and the five of game 1
    director.post("/reveal")
    assert other.client.post(f"{path}/reveal", headers=OURS).status_code == 303
    assert files_of(other, path) == files_of(phone, director.path)
    assert "late" in other.client.get(f"{path}/standings").text
    assert [each.is_tournament for each in found.seasons] == [False, True]


SPOILT = [
    {"season": 1},
    {"season": 9},
    {"names": ["Anna", "Ute"]},
    {"names": ["Anna", "Ute", "Nobody"]},
    {"tournament": {"name": "Cup", "games": 99}},
    {"more": 1},
]


def test_a_spoiled_tournament_is_refused_with_its_group(app, phone):
    director = Director(phone)
    director.enter("Anna", "Ute", "Kevin")
    told = phone.get("/everything.json").json
    for spoil in SPOILT:
        spoilt = {**told, "tournaments": [{**told["tournaments"][0], **spoil}]}
        found = parse_group(json.dumps(spoilt))

        with app.app_context(), pytest.raises(NotADocument):
            documents.import_group(db.session(), datetime.now(UTC), found)

        assert count(app, Group) == 1


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(FIFTY_THAT_LOOK_LIKE_THIRTY, {"place": "", "remark": "", "minutes": 0})
@given(TYPED, SAID)
def test_i01_whatever_is_accepted_is_read_again(phone, name, said):
    if not phone.has_group:
        phone.create_group()
    dates = {"name": name, "starts_on": "2026-01-01"}
    named = post(phone, "/people/name", name=name).status_code == 303
    dated = post(phone, "/seasons/1/dates", **dates).status_code == 303
    games = [
        phone.save_game(str(uuid4()), phone.game_body(**said), seen=None),
        towers_table.save(phone, str(uuid4()), towers_table.body(phone, **said)),
    ]
    saved = [each.status_code for each in games]

    told = parse_group(phone.get("/everything.json").data)

    assert not named or told.name == name_or_none(name)
    assert not dated or told.seasons[0].name == name_or_none(name)
    assert saved in ([201, 201], [422, 422])
    if saved == [201, 201]:
        kept = {each.document.game.id_: each.document.game for each in told.games}
        for game in (kept[each.json["id"]] for each in games):
            assert {key: getattr(game, key) for key in said} == said

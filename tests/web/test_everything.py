"""A whole group as one document."""

import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import Group, Season
from scorepad.games.registry import parse_game, parse_group
from scorepad.services import documents
from scorepad.services.inputs import name_or_none
from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import post

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
    post(either_phone, "/people/name", name="Friday Wizards")
    return either_phone


def test_it_holds_every_game_as_its_document(group, monkeypatch):
    monkeypatch.setattr(documents, "SOME", 2)

    told = group.get("/everything.json").json

    assert told["name"] == "Friday Wizards"
    assert [each["name"] for each in told["players"]] == ["Anna", "Ute", "Kevin", "Zoë"]
    assert [each["finished"] for each in told["games"]] == [True, True, False]
    assert [each["number"] for each in told["seasons"]] == [1]
    for game in told["games"]:
        document = game["document"]
        parse_game(json.dumps(document))
        path = f"/g/{group.group}/games/{document['id']}/game.json"
        assert group.client.get(path).json == document


def test_the_season_of_a_tournament_stays_one_in_another_server(app, phone):
    director = Director(phone)
    director.enter("Anna", "Ute", "Kevin")
    director.draw()
    director.begin()
    found = parse_group(phone.get("/everything.json").data)

    with app.app_context():
        made = documents.import_group(db.session(), datetime.now(UTC), found)
        wanted = select(Season).join(Group, Group.id == Season.group_id)
        seasons = db.session.scalars(wanted.where(Group.uuid == made)).all()
        kinds = {each.number: each.is_tournament for each in seasons}

    assert kinds == {1: False, 2: True}
    assert [each.season for each in found.games] == [2]


@settings(
    max_examples=10,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(FIFTY_THAT_LOOK_LIKE_THIRTY, {"place": "", "remark": "", "minutes": 0})
@given(TYPED, SAID)
def test_i01_whatever_is_accepted_is_read_again(phone, name, said):
    if not phone.has_founded:
        phone.found_group()
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

"""``/api/groups/…/towers/…`` and pages: games that are stored as documents."""

import json
from uuid import uuid4

import pytest

from scorepad.games.towers import progress
from tests.support.invitations import import_file, place_of
from tests.support.phone import in_one_line
from tests.support.towers_table import (
    FILLED,
    HOME,
    OVER,
    all_done,
    body,
    cast,
    of,
    path,
    play,
    save,
)


@pytest.fixture
def table(either_phone):
    either_phone.create_group()
    return either_phone


def test_a_game_is_made_changed_and_read(table):
    game = str(uuid4())
    begun = body(table, events=[], finished=False, start=1, started_at=None)

    made = save(table, game, begun)
    changed = save(table, game, {**begun, "events": of(1, FILLED, cast())}, seen=1)
    read = table.client.get(path(table, game))

    assert (made.status_code, made.headers["ETag"]) == (201, '"g1"')
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"g2"')
    assert changed.json == read.json
    assert read.json["start"] == 1
    assert read.json["players"] == begun["players"]
    assert read.json["answer"]["standings"][1] == {"home": 0, "full": 0, "spent": 1}
    assert read.json["finished_at"] is None


def test_a_game_is_over_when_its_rules_end_it(table):
    turns = [*of(0, HOME, OVER), *of(1, OVER)] * 5
    events = [*of(0, *[FILLED] * 6), *turns]
    sent = body(table, tracks_turns=True, events=events, finished=False)
    game = str(uuid4())

    over = save(table, game, sent).json
    again = save(table, game, {**sent, "events": sent["events"][:-1]}, seen=1).json

    assert over["finished_at"] is not None
    assert over["answer"]["winners"] == [0]
    assert again["finished_at"] is None
    assert again["answer"]["still_to_play"] == [1]


def test_a_game_older_than_a_rule_is_still_saved_and_imported(table, monkeypatch):
    events = of(0, HOME, HOME)
    with monkeypatch.context() as before:
        before.setattr(progress, "_unusual", lambda *_: None)
        game = play(table, tracks_turns=True, events=events, finished=False)
    answer = table.client.get(path(table, game)).json["answer"]
    text = table.get(f"/towers/{game}/game.json").data

    more = [*events, *of(0, OVER), *of(1, FILLED)]
    changed = save(table, game, body(table, tracks_turns=True, events=more), seen=1)
    worse = [*more[:2], *of(0, HOME)]
    refused = save(table, game, body(table, tracks_turns=True, events=worse), seen=2)
    came = import_file(table.client, text)

    assert answer["standings"][0]["home"] == 2
    assert changed.status_code == 200
    assert [each["field"] for each in refused.json["objections"]] == ["events/2"]
    assert place_of(came)


def test_the_slower_device_is_shown_the_stored_version_and_keeps_its_own(table):
    game, version = play(table), uuid4()
    save(table, game, body(table, remark="theirs"), seen=1)
    lost = body(table, remark="mine")

    for refused in (save(table, game, lost, seen=1), save(table, game, lost)):
        assert (refused.status_code, refused.headers["ETag"]) == (412, '"g2"')
        assert refused.json["current"]["remark"] == "theirs"
        assert refused.json["changed_by"]["you"] is True
    for _ in range(2):  # sent twice, kept once
        kept = table.put(f"{path(table, game)}/history/{version}", lost, seen=None)
        assert kept.status_code == 201
    aside, *states = table.client.get(f"{path(table, game)}/history").json["states"]

    assert (aside["chosen"], aside["body"]["remark"]) == (False, "mine")
    chosen = [(each["chosen"], each["revision"]) for each in states]
    assert chosen == [(True, 2), (True, 1)]


NAMES = ("Ute", "Kevin", "Anna", "Thomas", "Zoë", "王小明", "Eva")


IMPOSSIBLE = [
    (2, {"events": of(0, *[HOME] * 6)}, "events/5", "wizards_range"),
    (2, {"events": of(0, FILLED, cast("swap_tower"))}, "events/1", "spell_not_in_play"),
    (2, {"teams": True}, "teams", "teams_need_4_or_6"),
    (7, {}, "players", "players_out_of_range"),
    (2, {"colours": ["red", "orange"]}, "colours", "colour_not_usable"),
    (2, {"events": of(7, HOME)}, "events/0/seat", "shape"),
    (2, {"started_at": "yesterday"}, "started_at", "shape"),
]
"""One of each kind: tests/games has every reason."""


def test_impossible_entries_are_refused_with_the_reason(phone):
    for seats, said, field, problem in IMPOSSIBLE:
        phone.create_group()
        game = str(uuid4())

        sent = body(phone, *NAMES[:seats], **{"events": [], **said})
        refused = save(phone, game, sent)

        assert refused.status_code == 422
        found = refused.json["objections"][0]
        assert (found["field"], found["problem"]) == (field, problem)
        assert found["expected"].endswith(".")
        assert found["expected"] != problem
        assert phone.client.get(path(phone, game)).status_code == 404


def test_the_season_shows_wins_by_number_of_players_and_seat(phone):
    """Ute won a game of two, Kevin and Thomas one of teams."""
    spells = of(0, FILLED, cast(), *[FILLED] * 5)
    home = all_done(0, home=5, filled=0)
    play(phone, start=1, rounds=9, events=[*spells, *home], finished=True, last_turn=0)
    team = [*all_done(1, home=4, filled=5), *all_done(3, home=4, filled=5)]
    play(phone, *NAMES[:4], teams=True, rounds=12, events=team, finished=True)

    text = in_one_line(phone.get("/seasons/1/towers").text)

    assert '<th scope="row" class="text">2</th><td>1</td><td>Ø 9</td>' in text
    # Kevin began and lost; Ute came second and won.
    assert "<td>Ø 9</td><td>0%</td><td>100%</td>" in text
    assert "<bdi>Kevin</bdi>, <bdi>Thomas</bdi></th><td>1 of 1</td>" in text
    assert "<bdi>Anna</bdi>, <bdi>Ute</bdi></th><td>0 of 1</td>" in text


@pytest.mark.parametrize("dated", [True, False])
def test_a_file_imported_twice_gives_one_game(phone, dated):
    game = play(phone)
    text = phone.get(f"/towers/{game}/game.json").data
    if not dated:
        undated = json.loads(text)
        del undated["played_on"]
        text = json.dumps(undated).encode()

    for _ in range(2):
        came = import_file(phone.client, text)
        assert place_of(came) == f"/g/{phone.group}/towers/{game}"
    changed = json.dumps({**json.loads(text), "remark": "another"}).encode()
    assert game not in place_of(import_file(phone.client, changed))

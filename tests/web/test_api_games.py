"""Saving games and rounds over the JSON API, as phones do.

R02, R04, R06: every write has a key and a condition, and one effect. After a restore,
equal revisions may have different content.
"""

import json
import re
import secrets
import sys
from uuid import uuid4

import pytest
from sqlalchemy import delete

from scorepad.db.engine import db
from scorepad.db.schema import give_database_id
from scorepad.db.tables import DatabaseId
from scorepad.web.middleware import guard
from scorepad.web.middleware.guard import SAFE
from tests.repo.source import ROOT
from tests.support.invitations import let_in
from tests.support.phone import OURS, Phone
from tests.support.stored import rows
from tests.support.vectors import FOLDER
from tests.web.addresses import routes
from tests.web.test_routes import ask, games_of


def test_i07_the_same_name_under_two_ids_is_refused_with_the_name(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    body = either_phone.game_body("Ute", "Kevin", "Thomas")
    body["players"].append({"id": str(uuid4()), "name": "ＡＮＮＡ"})

    answer = either_phone.save_game(str(uuid4()), body, seen=None)

    assert answer.status_code == 409
    assert answer.json["objections"][0]["field"] == "players/3/name"
    assert "Anna" in answer.json["objections"][0]["expected"]


def test_the_answer_to_a_save_is_what_later_reads_return(phone):
    phone.create_group()
    game, first = str(uuid4()), {"dealer": 0, "named_by": 0}
    began = {"started_at": "2026-11-21T20:14:00+01:00", "edition": ["werewolf"]}

    answer = phone.save_game(game, phone.game_body(**began), seen=None)

    assert answer.json["started_at"] == "2026-11-21T19:14:00+00:00"
    assert {**answer.json, "rounds": []} == phone.get_game(game).json
    phone.save_round(game, 1, [1, 0, 0, 0], **first)
    (stored,) = phone.get_game(game).json["rounds"]
    assert {key: stored[key] for key in first} == first


EIGHT = ("Thomas", "Ute", "Kevin", "Anna", "Zoë", "Ida", "王小明", "Łukasz")


def test_eight_players_finish_ten_rounds_and_are_filtered_by_the_size_of_the_table(
    either_phone,
):
    phone, game = either_phone, either_phone.start_game(*EIGHT)
    cards = phone.get_game(game).json["cards"]
    for number, hand in enumerate(cards, 1):
        tricks = [hand, *[0] * 7]
        phone.save_round(game, number, tricks, tricks)
    body = phone.game_body(*EIGHT, finished=True)
    assert phone.save_game(game, body, seen="g11").status_code == 200

    assert cards == [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]
    pages = ("seasons/1?players=8", "seasons/1?players=7", "records?players=8")
    texts = [re.sub("<[^>]*>", " ", phone.get(f"/{page}").text) for page in pages]
    shown = [re.search(r"\b690\b", text) is not None for text in texts]
    assert shown == [True, False, True]
    assert phone.get(f"/games/{game}/sheet").text.count("Łukasz") >= len(cards)


def test_an_unwritten_round_is_written_by_bids_and_tricks_without_the_mark(phone):
    """Also from a page that was opened before there was one."""
    game = phone.start_game()
    phone.save_round(game, 1, [None] * 4, unwritten=True, totals=[20, -10, 30, 0])

    answer = phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0], seen="1")

    assert answer.status_code == 200
    (stored,) = phone.get_game(game).json["rounds"]
    assert stored["tricks"] == [1, 0, 0, 0]
    assert stored.keys().isdisjoint({"unwritten", "totals"})


def test_a_game_that_has_foresight_keeps_it_when_a_player_joins(phone):
    game = phone.start_game(foresight=True, schedule="quick")
    five = phone.game_body("Thomas", "Ute", "Kevin", "Anna", "Eva", foresight=True)

    answer = phone.save_game(game, {**five, "schedule": "quick"}, seen="g1")

    assert answer.status_code == 200


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
    either_phone.create_group()
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


def restore(app):
    """Give the database another id, as the first start after a restore does."""
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(delete(DatabaseId))
        give_database_id(connection)
    app.extensions.pop(guard._KEPT, None)  # noqa: SLF001 - another process


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


def test_r01_what_was_seen_of_another_database_is_new_or_not_saved_over(
    app, phone, game
):
    seen, others = named_by(phone), [0, 1, 0, 0]
    restore(app)

    stale = saved(phone, game, others, 1, seen)
    assert stale.status_code == 412
    assert stale.get_json()["current"]["bids"] == BIDS

    assert saved(phone, game, others, 1, named_by(phone)).status_code == 200
    for revision in (1, 7):  # what only a phone still has
        lost, body = str(uuid4()), phone.game_body()
        assert phone.save_game(lost, body, seen=revision, **seen).status_code == 201
        assert saved(phone, lost, BIDS, revision, seen).status_code == 201


def test_not_modified_is_only_answered_for_the_same_database(app, phone, game):
    pages = (f"games/{game}/live", f"games/{game}/seat", "tables")
    known = {phone.game_path(game): named_by(phone)}
    known |= {f"/g/{phone.group}/{page}": {} for page in pages}
    for path, said in known.items():
        said["If-None-Match"] = phone.client.get(path).headers["ETag"]
        assert phone.client.get(path, headers=said).status_code == 304

    restore(app)

    for path, said in known.items():
        assert phone.client.get(path, headers=said).status_code == 200


FILES, FUNCTIONS = 15, 65


def test_a_save_of_a_round_runs_through_few_files_and_functions(phone):
    """Comprehensions and lambdas belong to the function around them."""
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    called = set()

    def note(frame, event, _argument):
        code = frame.f_code
        is_named = event == "call" and not code.co_name.startswith("<")
        if is_named and code.co_filename.startswith(str(ROOT / "scorepad")):
            called.add(code)

    sys.setprofile(note)
    try:
        answer = phone.save_round(game, 2, [1, 0, 0, 0], [2, 0, 0, 0])
    finally:
        sys.setprofile(None)

    assert answer.status_code == 201
    assert len({code.co_filename for code in called}) <= FILES
    assert len(called) <= FUNCTIONS


RECORDED = sorted(FOLDER.glob("page-*.json"))
assert RECORDED


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_n09_what_a_page_that_was_opened_before_an_update_sends_is_saved(client, path):
    """The requests were recorded from the page itself.

    Add a recording when the page sends something else; keep the old ones as long as
    such pages may still be open.
    """
    recorded = json.loads(path.read_text(encoding="utf-8"))

    for request in recorded["requests"]:
        headers = {**OURS, **request["headers"]}
        answer = client.put(request["path"], json=request["body"], headers=headers)
        assert answer.status_code in {200, 201}, (request, answer.text)
        # The three conditions for a page to count a save as confirmed.
        assert answer.is_json
        assert {"ETag", "X-Scorepad"} <= {*answer.headers.keys()}

    game = client.get(recorded["requests"][1]["path"]).get_json()
    assert_stands(game, recorded["game"])
    for stored, expected in zip(
        game.get("rounds", []), recorded["rounds"], strict=True
    ):
        assert_stands(stored, expected)


def assert_stands(stored, expected):
    assert {key: stored[key] for key in expected} == expected

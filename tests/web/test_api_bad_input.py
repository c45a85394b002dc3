"""Wrong input is rejected with one clear response, and nothing is written.

One of each kind: ``tests/games/test_document.py`` has every reason.
"""

import json
from uuid import uuid4

import pytest

from tests.support.phone import OURS, Phone
from tests.support.stored import rows

FULL = [1, 0, 0, 0]


@pytest.fixture
def phone(phone):
    phone.game = phone.start_game()
    return phone


def fields_of(answer):
    assert answer.mimetype == "application/problem+json", answer.text
    assert answer.json["detail"]
    assert all(each["expected"] for each in answer.json.get("objections", []))
    return [each["field"] for each in answer.json.get("objections", [])]


JSON = "application/json"
NEW = {"If-None-Match": "*", "Idempotency-Key": "k" * 32}


@pytest.fixture
def refused(app, phone):
    """Send a body to a path of the game or, without a path, as a new game."""

    def refused(path, sent, status, field=None, *, kind=JSON, headers=NEW):
        path = f"{phone.game_path(phone.game if path else uuid4())}{path}"
        before = rows(app)
        data = sent if isinstance(sent, str | bytes) else json.dumps(sent)
        how = {"content_type": kind, "headers": {**OURS, **headers}}
        answer = phone.client.put(path, data=data, **how)
        assert answer.status_code == status, (sent, answer.text)
        found = fields_of(answer)
        assert found[:1] == [field] * (field is not None), (sent, found)
        assert rows(app) == before, sent

    return refused


def seated(*names):
    return {"players": [{"id": str(uuid4()), "name": name} for name in names]}


SETTINGS = [
    (seated("Anna", "Ute"), "players"),
    (seated("Anna", "Ute", "ＡＮＮＡ"), "players/2/name"),
    (seated("Anna", "Ute", "x" * 10_000), "players/2/name"),
    ({"first_dealer": True}, "first_dealer"),
    (
        {"scoring": "custom", "formula": {"base": "9", "per_trick": 1, "per_miss": 1}},
        "formula/base",
    ),
    ({"adjustments": [{"seat": 1, "points": 2**63}]}, "adjustments/0/points"),
    ({"adjustments": [{"seat": 4, "points": 5}]}, "adjustments/0/seat"),
    ({"started_at": "0001-01-01T00:00:00+14:00"}, "started_at"),
]


ROUNDS = [
    (1, {"bids": [2, 0, 0, 0], "tricks": None}, "bids/0"),
    (1, {"bids": [1, 0, 0], "tricks": None}, "bids"),
    (1, {"bids": FULL, "tricks": [1, 1, 0, 0]}, "tricks"),
    (1, {"bids": FULL, "tricks": [0, 0, 0, 2**63]}, "tricks/3"),
    (1, {"bids": FULL, "tricks": None, "winners": [4]}, "winners/0"),
    (1, {"bids": FULL, "tricks": None, "winners": [0, 0]}, "winners"),
    (1, {"bids": FULL}, "tricks"),
    (16, {"bids": FULL, "tricks": None}, "number"),
    (10**8, {"bids": FULL, "tricks": None}, "number"),
]


def test_i01_impossible_values_are_refused_by_field(refused, phone):
    for changes, field in SETTINGS:
        refused("", {**phone.game_body(), **changes}, 422, field)
    for number, body, field in ROUNDS:
        refused(f"/rounds/{number}", body, 422, field)


TEXTS = [
    ('{"bids": [NaN, 0, 0, 0], "tricks": null}', 422, "bids/0"),
    ('{"bids": [1e999, 0, 0, 0], "tricks": null}', 422, "bids/0"),
    ('{"bids": [' + "9" * 5000 + ', 0, 0, 0], "tricks": null}', 400, None),
    ('{"bids": [1,0,0,0], "tricks": null, "note": "\\ud800"}', 400, None),
    ('{"bids": [1,0,0,0], "tricks": null, "note": "\\u0000"}', 422, "note"),
    *(("[" * 20_000, 400, None), ('{"bids": ', 400, None), ("", 400, None)),
    *(("null", 422, ""), (b'{"bids": "\xff"}', 400, None)),
    ('{"a": 1}'.encode("utf-16"), 400, None),
    (json.dumps({"note": "x" * 70_000}), 413, None),
]


def test_i02_json_with_loopholes_and_bodies_of_another_kind_are_refused(refused):
    for text, status, field in TEXTS:
        refused("/rounds/1", text, status, field)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        refused("/rounds/1", {"bids": FULL, "tricks": None}, 415, kind=kind)


GROUPS = [
    ({"claim": "short"}, "claim"),
    ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ({"time_zone": "../../etc/passwd"}, "time_zone"),
    ({"language": "tlh"}, "language"),
]


def test_an_impossible_group_is_refused_by_field(app):
    for body, field in GROUPS:
        phone = Phone(app.test_client())

        answer = phone.create_group(**body)

        assert (answer.status_code, fields_of(answer)) == (422, [field])
        assert phone.client.get(f"/api/groups/{phone.group}").status_code == 404


KEY = {"Idempotency-Key": "k" * 32}
HEADERS = [
    ({"If-None-Match": "*"}, 400),
    ({"If-None-Match": "*", "Idempotency-Key": "short"}, 400),
    (KEY, 428),
    ({**KEY, "If-Match": "7"}, 400),
    ({**KEY, "If-Match": "*"}, 400),
    ({**KEY, "If-Match": '"99999999999999999999"'}, 400),
    ({**KEY, "If-None-Match": '"7"'}, 400),
    ({**KEY, "If-Match": ""}, 400),
    ({**KEY, "If-None-Match": ""}, 400),
    ({**KEY, "If-None-Match": "*", "If-Match": '"1"'}, 400),
]


def test_a_write_without_its_key_and_condition_is_refused(refused):
    for headers, status in HEADERS:
        refused("/rounds/1", {"bids": FULL, "tricks": None}, status, headers=headers)

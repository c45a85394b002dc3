"""The OpenAPI description is complete, and true for any request."""

import json
import re
import secrets
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from scorepad.web.api.openapi import paths
from tests.support import towers_table
from tests.support.api_description import validator
from tests.support.phone import OURS

FEW, MORE, MANY = 12, 50, 6_175
READS = 100
OPERATIONS = [(path, method) for path, methods in paths().items() for method in methods]
NEVER = 500
ACCEPTED = {200, 201}


@pytest.fixture
def api(app):
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


def test_it_is_a_description_of_every_address_and_of_no_other(app, api, client):
    def plain(rule):
        return re.sub(r"<(?:[^<>]+:)?(\w+)>", r"{\1}", rule.rule)

    api.validate()
    answer = client.get("/api/openapi.json")
    assert answer.mimetype == "application/json"
    assert answer.json["openapi"] == "3.1.0"
    served = {
        (plain(rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule != "/api/openapi.json"
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert served == set(OPERATIONS)


@pytest.fixture
def table(phone):
    """A phone with a game of which one round is written, and one of another kind."""
    game = phone.start_game()
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    return phone, game


def address(path, group, game, data):
    game = towers_table.twin(game) if "{word}" in path else game
    somewhere = {
        "gid": st.sampled_from([group, group, group, str(game)]),
        "uuid": st.sampled_from([game, game, str(group)]),
        "version": st.uuids(),
        "word": st.sampled_from(["towers", "towers", "wizard"]),
        "seat": st.sampled_from([0, 0, 1, 3, 9, 10**30]),
        "number": st.sampled_from([1, 1, 2, 20, 21, 0, 10**9]),
    }
    parts = {
        name: data.draw(values)
        for name, values in somewhere.items()
        if f"{{{name}}}" in path
    }
    return path.format(**parts)


def written(body):
    try:
        return json.dumps(body)
    except TypeError:
        return b"" if isinstance(body, NotSet) else bytes(body)


CONDITIONS = st.sampled_from(
    [
        {"If-None-Match": "*"},
        {},
        *({"If-Match": tag} for tag in ('"1"', '"2"', '"g3"', "7")),
    ]
)


def bodies(operation, mode):
    """Return possible bodies; URL and headers are ours."""
    given = {each.name: "given" for each in operation.iter_parameters()}
    drawn = operation.as_strategy(
        generation_mode=mode, path_parameters=given, headers=given
    )
    return drawn.map(lambda case: case.body)


def all_bodies(operation):
    if not operation.body:
        return st.none()
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return st.one_of([bodies(operation, mode) for mode in modes])


def is_described(path, method, body):
    """Whether the description allows a body; not all generated wrong ones are."""
    content = paths()[path][method]["requestBody"]["content"]["application/json"]
    try:
        read = json.loads(written(body))
    except ValueError:
        return False
    return validator(content["schema"]["$ref"].rsplit("/", 1)[1]).is_valid(read)


@pytest.mark.parametrize(
    "times",
    [
        FEW,
        pytest.param(MORE, marks=pytest.mark.wide),
        pytest.param(MANY, marks=pytest.mark.slow),
    ],
    ids=lambda times: f"{times} times",
)
@pytest.mark.parametrize(
    ("path", "method"), OPERATIONS, ids=[f"{m} {p}" for p, m in OPERATIONS]
)
def test_i12_whatever_is_sent_the_answer_is_one_that_is_described(
    api, table, path, method, times
):
    """Every response is checked against the description; none is a 500.

    Bodies that are not described are not accepted.
    """
    phone, game = table
    operation = api[path][method.upper()]
    # Reading operations need fewer examples.
    examples = times if operation.body else min(times, READS)
    # Versions that lost a conflict are stored as sent, without checks.
    is_judged = operation.body and "{version}" not in path
    answers = set()

    @given(body=all_bodies(operation), condition=CONDITIONS, data=st.data())
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(body, condition, data):
        sent = {"data": written(body), "content_type": "application/json"}
        key = {"Idempotency-Key": f'"{secrets.token_hex(16)}"'}
        answer = phone.client.open(
            address(path, phone.group, game, data),
            method=method.upper(),
            headers={**OURS, **condition, **key},
            **(sent if operation.body else {}),
        )
        answers.add(answer.status_code)
        assert answer.status_code < NEVER
        if is_judged and not is_described(path, method, body):
            assert answer.status_code not in ACCEPTED, body

    send()
    assert answers - {404}


def sent_to(phone):
    fine = {"seat": 0, "points": -10, "reason": "late"}
    late = {"seat": 3, "round": 2, "start_total": 0}
    left = {"seat": 2, "after_round": 4}
    coming = {"joined": [late], "left": [left]}
    game = phone.game_body(adjustments=[fine], even_bid_rule={}, **coming)
    table, other = (phone.game_path(phone.start_game()) for _ in "ab")
    bids = {"bids": [0, 0, 0, 1], "tricks": None}
    claim = {"claim": phone.claim, "time_zone": "UTC", "language": "en"}
    return {
        f"/api/groups/{phone.group}": claim,
        phone.game_path(str(uuid4())): game,
        f"{table}/rounds/1/bids/0": {"bid": 0},
        f"{other}/rounds/1": {**bids, "bid_changes": [{"seat": 0, "by": 1}]},
        f"{other}/rounds/1/history/{uuid4()}": bids,
        f"{table}/history/{uuid4()}": game,
        towers_table.path(phone, str(uuid4())): towers_table.body(phone),
    }


def with_one_more(value, name):
    """Yield the value repeatedly, each time with a field more in one of its objects."""
    if isinstance(value, dict):
        yield {**value, name: 1}
        for key, inner in value.items():
            yield from ({**value, key: more} for more in with_one_more(inner, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            for more in with_one_more(inner, name):
                yield [*value[:at], more, *value[at + 1 :]]


@pytest.mark.parametrize("name", ["role", "score", "rev", "group_id"])
def test_i15_a_field_that_clients_may_not_send_is_refused_everywhere(phone, name):
    phone.create_group()
    for path, body in sent_to(phone).items():
        sent = [*with_one_more(body, name)]
        statuses = {phone.put(path, each, seen=None).status_code for each in sent}

        assert statuses == {422}, path
        assert phone.put(path, body, seen=None).status_code in ACCEPTED, path

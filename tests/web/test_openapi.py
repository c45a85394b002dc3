"""The description of the JSON interface is whole, and holds whatever is sent."""

import json
import re
import secrets

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from scorepad.web.openapi.paths import PATHS
from tests import towers_table
from tests.phone import OURS

FEW, MORE, MANY = 12, 550, 6_175
READS = 100
OPERATIONS = [(path, method) for path, methods in PATHS.items() for method in methods]
NEVER = 500


def times_of(operation, times):
    """Who only reads has less to get wrong."""
    return times if operation.get("requestBody") else min(times, READS)


@pytest.mark.parametrize(("times", "promised"), [(MORE, 5_000), (MANY, 50_000)])
def test_as_much_is_sent_as_is_promised(times, promised):
    operations = [each for methods in PATHS.values() for each in methods.values()]

    assert sum(times_of(each, times) for each in operations) >= promised


@pytest.fixture
def api(app):
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


def test_it_is_a_description_as_openapi_says(api, client):
    api.validate()

    answer = client.get("/api/openapi.json")
    assert answer.mimetype == "application/json"
    assert answer.json["openapi"] == "3.1.0"


@pytest.mark.parametrize(
    ("base", "name"), [("http://localhost", "s"), ("https://localhost", "__Host-s")]
)
def test_the_cookie_is_named_as_it_is_set(client, base, name):
    answer = client.get("/api/openapi.json", base_url=base)

    schemes = answer.json["components"]["securitySchemes"]
    assert schemes["device"]["name"] == name


def test_every_address_of_the_interface_is_described_and_no_other(app):
    def plain(rule):
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)

    served = {
        (plain(rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/groups/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }

    assert served == set(OPERATIONS)


@pytest.fixture
def table(phone):
    """A phone with a game of which one round is written, and one of another kind."""
    game = phone.start_game()
    towers_table.save(phone, game, towers_table.body(phone))
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    return phone, game


def address(path, group, game, data):
    """Mostly what is there; now and then something else."""
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
    """What would travel: some wrong bodies are no JSON at all."""
    try:
        return json.dumps(body)
    except TypeError:
        return b"" if isinstance(body, NotSet) else bytes(body)


CONDITIONS = st.sampled_from(
    [
        {"If-None-Match": "*"},
        {"If-Match": '"1"'},
        {"If-Match": '"2"'},
        {"If-Match": '"g3"'},
        {"If-Match": "7"},
        {},
    ]
)


def bodies(operation, mode):
    """What may be sent; address and headers are ours, so nobody need make them up."""
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
def test_whatever_is_sent_the_answer_is_one_that_is_described(
    api, table, path, method, times
):
    """Every answer in a test is held to the description; none is an error of ours."""
    phone, game = table
    operation = api[path][method.upper()]
    answers = set()

    @given(body=all_bodies(operation), condition=CONDITIONS, data=st.data())
    @settings(
        max_examples=times_of(PATHS[path][method], times),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(body, condition, data):
        sent = {"data": written(body), "content_type": "application/json"}
        answer = phone.client.open(
            address(path, phone.group, game, data),
            method=method.upper(),
            headers={
                **OURS,
                **condition,
                "Idempotency-Key": f'"{secrets.token_hex(16)}"',
            },
            **(sent if operation.body else {}),
        )
        answers.add(answer.status_code)
        assert answer.status_code < NEVER

    send()
    assert answers - {404}

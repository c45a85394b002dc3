"""The guard: only our own pages may change anything, under accepted host names."""

from uuid import uuid4

import pytest

from scorepad.web.middleware.guard import SAFE, is_trusted_host
from tests.support.phone import OURS, Phone
from tests.web.addresses import filled, known_in, routes

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_s11_every_changing_route_refuses_a_foreign_page(app, client, headers):
    values = known_in(Phone(client), str(uuid4()))

    answers = {
        (method, rule): client.open(
            filled(rule, values), method=method, headers=headers
        ).status_code
        for method, rule in routes(app)
        if method not in SAFE
    }

    assert len(answers) >= 4
    assert set(answers.values()) == {403}, answers


def test_our_own_pages_pass_the_guard(client):
    for sent in (OURS, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}):
        assert client.put(f"/api/groups/{uuid4()}", headers=sent).status_code == 428


def test_a_method_hidden_in_a_form_or_header_is_not_obeyed(client):
    hidden = {**OURS, "X-HTTP-Method-Override": "PUT"}
    path, form = f"/api/groups/{uuid4()}", {"_method": "PUT"}

    assert client.post(path, data=form, headers=hidden).status_code == 405
    assert client.open("/health", method="TRACE", headers=OURS).status_code == 405


TRUSTED = [
    *(("192.168.1.7:8000", (), True), ("[::1]:8000", (), True)),
    *(("localhost:8000", (), True), ("raspberry.local", (), True)),
    *(("evil.example", (), False), ("192.168.1.7.evil.example", (), False)),
    ("local", (), False),
    ("pad.example", ("pad.example",), True),
    ("pad.example:443", ("pad.example",), True),
    ("PAD.example.", ("pad.example",), True),
    ("192.168.1.7", ("pad.example",), False),
]


def test_names_we_answer_to(client):
    for host, trusted, expected in TRUSTED:
        assert is_trusted_host(host, trusted) is expected, host
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "SCOREPAD_TRUSTED_HOSTS" in answer.text

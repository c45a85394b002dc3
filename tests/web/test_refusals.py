"""K, N, S22: refusals and errors say what, until when, and what works meanwhile."""

import re
from typing import get_args
from uuid import uuid4

import pytest
from sqlalchemy.exc import ProgrammingError

from scorepad.db import engine as store
from scorepad.db.faults import Cause
from scorepad.i18n.languages import LANGUAGES
from scorepad.services.rate_limits import HOUR, MOST, Limit
from scorepad.services.requests import Fault
from scorepad.web.middleware.errors import SIGNUPS, TYPE
from scorepad.web.middleware.languages import sentence_of
from tests.repo.source import ROOT
from tests.support.invitations import post
from tests.support.phone import OURS, Phone, in_one_line
from tests.support.wide import first_of
from tests.web.addresses import filled, known_in, routes
from tests.web.test_signups import founded_by

SENT_BY_PHONES = (f"too_many_{Limit.NEW_GROUP}", f"too_many_{Limit.SAVE}", *Cause)
GAMES = {"games": "play", "towers": "towers"}
NAMES = ("name_empty", "name_too_long", "name_broken")
OTHERWISE = {"too_often", "server_error", "gateway", "portal"}


@pytest.mark.parametrize("page", ["play", "towers"])
def test_every_fault_and_every_reason_has_a_sentence_also_on_phones(app, client, page):
    reasons = *(f"too_many_{each}" for each in Limit), *SIGNUPS.values(), *Cause
    with app.test_request_context():
        assert all(sentence_of(each) for each in (*get_args(Fault), *NAMES, *reasons))
    script = (ROOT / "static/js/play/sender.js").read_text("utf-8")
    known = re.findall(r'"(\w+)"', re.search(r"REASONS = \[([^\]]*)\]", script)[1])

    html = client.get(f"/{page}/de").text

    assert set(known) == {*SENT_BY_PHONES, *SIGNUPS.values()}
    for reason in {*known, *OTHERWISE}:
        assert f'"state_{reason}":' in html


@pytest.mark.parametrize("language", first_of(known.tag for known in LANGUAGES))
def test_k_a_page_says_until_when_and_what_works(paced, monkeypatch, language):
    monkeypatch.setitem(MOST, Limit.NEW_GROUP, (HOUR, 0))
    stranger = paced.test_client()
    stranger.environ_base["HTTP_ACCEPT_LANGUAGE"] = language

    refused = founded_by(stranger, "typed")

    assert refused.status_code == 429
    until = r'class="until".*data-at="20[^"]+".*{time}.*60'
    assert re.search(until, in_one_line(refused.text))
    assert 'href="/join"' in refused.text


@pytest.mark.parametrize("kind", GAMES)
def test_k_a_sheet_that_the_server_does_not_have_leads_back(phone, stranger, kind):
    theirs = stranger.start_game()
    phone.create_group()
    shell = f"/{GAMES[kind]}/en"
    for group, game in ((str(uuid4()), str(uuid4())), (stranger.group, theirs)):
        path = "games/{}/sheet" if kind == "games" else "towers/{}/sheet.pdf"
        answer = phone.client.get(f"/g/{group}/{path.format(game)}")

        assert answer.status_code == 404
        assert f'href="{shell}#{group}/{game}"' in answer.text
        assert "stays on its phone" in answer.text
        assert '"state_too_many_groups":' in answer.text


def test_n_a_busy_server_says_so_to_phones_and_pages(phone, monkeypatch):
    game = phone.start_game()
    monkeypatch.setattr(store, "WAIT_MS", 50)
    with store.WRITE_LOCK:
        refused = phone.save_round(game, 1, [1, 0, 0, 0])
        page = post(phone, "/people/name", name="Friday")

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert refused.json["type"] == f"{TYPE}overloaded"
    assert page.status_code == 503
    assert "is busy" in page.text


CANARY = "CANARY /canary/secret.py SELECT name FROM player"
TELLING = re.compile("CANARY|/canary|SELECT|Traceback|(Runtime|Programming)Error")
BROKEN = [
    RuntimeError(CANARY),
    ProgrammingError(CANARY, {"name": CANARY}, Exception(CANARY)),
]


@pytest.mark.parametrize("error", BROKEN, ids=lambda each: type(each).__name__)
def test_s22_an_error_shows_a_number_and_nothing_else(app, client, caplog, error):
    values = known_in(Phone(client), str(uuid4()))

    def broken(**_parts):
        raise error.with_traceback(None)

    app.view_functions = dict.fromkeys(app.view_functions, broken)
    for method, rule in routes(app):
        caplog.clear()
        path = filled(rule, values)
        answer = client.open(path, method=method, headers=OURS)

        assert answer.status_code == 500, path
        assert not TELLING.search(f"{answer.headers}{answer.text}"), path
        (number,) = re.findall(r"\(\w+ ([0-9a-f]{8})\)", answer.text)
        if path.startswith("/api/"):
            assert answer.json["id"] == number
        (record,) = (each for each in caplog.records if each.levelname == "ERROR")
        assert record.getMessage() == f"error {number}"
        assert record.exc_info[1] is error

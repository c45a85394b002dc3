"""S19: strangers are counted by where they come from, which nobody can read."""

import json
import re
from hashlib import sha256
from io import BytesIO

import pytest
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import RateCount
from scorepad.games.wizard.document import document_of
from scorepad.pdf.renderer import Renderer
from scorepad.services.rate_limits import MOST, Limit
from scorepad.web.middleware import guard as pacing_of_pages
from tests.pdf.conftest import EVERYONE, played
from tests.support.later import HOUR, found_another, later, wait_in
from tests.support.phone import OURS

A_GAME = json.dumps(document_of(played(EVERYONE[:3], rounds=2))).encode()


def founded_by_form(app, how, address):
    stranger = app.test_client()
    stranger.environ_base["REMOTE_ADDR"] = address
    if how == "typed":
        names = {f"name{seat}": name for seat, name in enumerate(("Ute", "Ada", "Jo"))}
        return stranger.post("/type-in", data=names, headers=OURS)
    sent = {"file": (BytesIO(A_GAME), "game.json")}
    return stranger.post("/type-in/file", data=sent, headers=OURS)


@pytest.mark.parametrize("how", ["typed", "brought"])
def test_s19_groups_founded_by_forms_are_counted_by_the_address(
    paced, monkeypatch, how
):
    monkeypatch.setitem(MOST, Limit.FOUND, (HOUR, 1))

    assert founded_by_form(paced, how, "203.0.113.7").status_code == 303
    assert wait_in(founded_by_form(paced, how, "203.0.113.7"))
    assert founded_by_form(paced, how, "203.0.113.8").status_code == 303
    assert found_another(paced)[1].status_code == 429  # the phone page counts with them


def test_s19_strangers_print_by_their_address(paced, monkeypatch):
    monkeypatch.setitem(MOST, Limit.PRINT, (HOUR, 1))
    monkeypatch.setattr(Renderer, "pdf", lambda *_: b"%PDF")

    def blank(address):
        return paced.test_client().get(
            "/print/pad.pdf", environ_overrides={"REMOTE_ADDR": address}
        )

    assert blank("203.0.113.7").status_code == 200
    assert wait_in(blank("203.0.113.7"))
    assert blank("203.0.113.8").status_code == 200
    clock = later(pacing_of_pages, HOUR)
    assert blank("203.0.113.9").status_code == 200
    clock.stop()
    with paced.app_context():
        (kept,) = db.session().scalars(select(RateCount.who))
    assert re.fullmatch("[0-9a-f]{64}", kept)
    assert kept != sha256(b"203.0.113.9").hexdigest()


def test_s19_i11_files_of_strangers_are_counted_by_their_address(paced, monkeypatch):
    monkeypatch.setitem(MOST, Limit.FORM, (HOUR, 1))

    def sent(address):
        file = {"file": (BytesIO(b"no game"), "game.json")}
        where = {"REMOTE_ADDR": address}
        client = paced.test_client()
        return client.post(
            "/type-in/file", data=file, headers=OURS, environ_overrides=where
        )

    assert sent("203.0.113.7").status_code == 422
    assert wait_in(sent("203.0.113.7"))
    assert sent("203.0.113.8").status_code == 422

"""S30: who may found a group: anybody, whoever has the code, or whoever has a link."""

import json
from datetime import UTC, datetime

import pytest

from scorepad.db.engine import db
from scorepad.db.tables import Group, RateCount
from scorepad.games.wizard.document import document_of
from scorepad.services.rate_limits import LINK_LASTS, delete_expired
from scorepad.services.signups import new_link
from tests.pdf.conftest import EVERYONE, played
from tests.support.invitations import import_file
from tests.support.phone import OURS, Phone, wait_in
from tests.support.stored import configure, count

CODE = "Blue-Wizard-77"
MODES = ["code", "closed"]
REASONS = {"code": "signup_code_needed", "closed": "signups_closed"}
A_GAME = json.dumps(document_of(played(EVERYONE[:3], rounds=2))).encode()
NAMES = {f"name{seat}": name for seat, name in enumerate(("Ute", "Ada", "Jo"))}


def let(app, mode, code=CODE):
    configure(app, signups=mode, signup_code=code if mode == "code" else "")


def enter(client, code, **how):
    return client.post("/signup", data={"code": code}, headers=OURS, **how)


def founded_by(client, how):
    if how == "typed":
        return client.post("/type-in", data=NAMES, headers=OURS)
    if how == "brought":
        return import_file(client, A_GAME)
    return Phone(client).create_group()


@pytest.mark.parametrize("how", ["phone", "typed", "brought"])
@pytest.mark.parametrize("mode", MODES)
def test_s30_a_new_group_needs_a_code_or_link(app, mode, how):
    let(app, mode)
    client = app.test_client()
    assert 'href="/signup"' in client.get("/").text

    refused = founded_by(client, how)

    assert refused.status_code == 403
    assert count(app, Group) == 0
    if how == "phone":
        assert refused.json["type"].endswith(f":{REASONS[mode]}")
    else:
        assert 'href="/signup"' in refused.text


@pytest.mark.parametrize(
    ("how", "typed"),
    [("phone", CODE), ("typed", "blue wizard 77"), ("brought", f" {CODE} ")],
)
def test_s30_the_code_lets_a_browser_found_groups(app, how, typed):
    let(app, "code")
    client = app.test_client()

    assert enter(client, typed).status_code == 303

    assert founded_by(client, how).status_code in {200, 201, 303}
    assert count(app, Group) == 1


@pytest.mark.parametrize("mode", MODES)
def test_s30_a_link_of_the_host_lets_one_group_be_founded(app, mode):
    let(app, mode)
    link = new_link(app.config["SECRET"])
    first, second = app.test_client(), app.test_client()

    assert enter(first, f"http://pad.local/signup#{link}").status_code == 303
    assert enter(second, link).status_code == 303

    assert founded_by(first, "phone").status_code == 201
    assert founded_by(first, "phone").status_code == 403
    assert founded_by(second, "typed").status_code == 403
    assert count(app, Group) == 1


@pytest.mark.parametrize("mode", MODES)
def test_s30_members_and_founders_of_a_group_go_on(app, phone, mode):
    game = phone.start_game()
    let(app, mode)

    assert phone.create_group().status_code == 200  # its answer was lost
    assert phone.save_round(game, 1, [1, 0, 0, 0]).status_code == 201
    assert founded_by(phone.client, "typed").status_code == 303
    assert count(app, Group) == 1


def test_s30_a_code_is_not_guessed(paced):
    let(paced, "code")
    for number in range(30):
        assert enter(paced.test_client(), f"wrong-{number}").status_code == 422

    assert wait_in(enter(paced.test_client(), CODE))

    elsewhere = {"REMOTE_ADDR": "203.0.113.8"}
    for _ in range(40):  # the right one is never counted
        client = paced.test_client()
        assert enter(client, CODE, environ_base=elsewhere).status_code == 303


def test_s30_neither_code_nor_link_is_kept(app, caplog):
    let(app, "code")
    link, client = new_link(app.config["SECRET"]), app.test_client()
    with caplog.at_level("DEBUG"):
        enter(client, CODE)
        proof = client.get_cookie("signup")
        assert CODE not in str(proof)
        assert (proof.http_only, proof.same_site, proof.path) == (True, "Lax", "/")
        enter(client, link)
        founded_by(client, "phone")
    with app.app_context():
        assert link not in str(db.session().query(RateCount.who).all()) + caplog.text
        delete_expired(db.session(), datetime.now(UTC) + LINK_LASTS)
        assert db.session().query(RateCount).count() == 0

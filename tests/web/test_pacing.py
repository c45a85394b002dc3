"""S19: clients that save, print or create groups without pause must wait.

Strangers are counted by where they come from, which nobody can read.
"""

import json
import re
from datetime import timedelta
from hashlib import sha256
from unittest.mock import Mock

import pytest
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import RateCount
from scorepad.games.wizard.document import document_of
from scorepad.pdf.renderer import Renderer
from scorepad.services.rate_limits import HOUR, MOST, Limit
from tests.pdf.conftest import EVERYONE, played
from tests.support.clock import clock_off_by
from tests.support.invitations import OURS, bring, join, let_in, link_for, post
from tests.support.phone import Phone, found_another, wait_in


@pytest.fixture
def phone(paced):
    return Phone(paced.test_client())


def test_s19_ten_groups_an_hour_come_from_one_address(paced):
    made = [found_another(paced) for _ in range(10)]
    assert {answer.status_code for _, answer in made} == {201}

    eleventh, refused = found_another(paced)

    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.json["type"] == "urn:problem-type:scorepad:too_many_groups"
    assert eleventh.client.get(f"/api/groups/{eleventh.group}").status_code == 404
    assert made[0][0].found_group().status_code == 200  # again is not another one
    assert found_another(paced, "203.0.113.8")[1].status_code == 201
    with clock_off_by(hours=1):
        assert eleventh.found_group().status_code == 201


def test_an_address_is_counted_by_its_hash_for_as_long_as_it_counts(paced):
    found_another(paced)
    with clock_off_by(hours=1):
        found_another(paced, "203.0.113.8")

    with paced.app_context():
        (kept,) = db.session.scalars(select(RateCount.who))
    assert "203.0.113" not in str(kept)


def test_s19_new_devices_from_one_address_are_counted(paced, phone, monkeypatch):
    monkeypatch.setitem(MOST, Limit.ENTER, (HOUR, 2))
    phone.found_group()
    link = link_for(phone, "player")
    guests = [Phone(paced.test_client(), phone.group) for _ in range(3)]

    assert [join(each, link).status_code for each in guests] == [303, 303, 429]
    assert join(guests[0], link).status_code == 303  # it is not new
    assert guests[2].client.get(f"/api/groups/{phone.group}").status_code == 404
    elsewhere = {"REMOTE_ADDR": "203.0.113.8"}
    assert join(guests[2], link, environ_base=elsewhere).status_code == 303


def test_s19_a_device_that_saves_all_the_time_waits_and_loses_nothing(
    paced, phone, monkeypatch
):
    monkeypatch.setitem(MOST, Limit.SAVE, (MINUTE, 3))
    game = phone.start_game()
    phone.save_round(game, 1, [1, None, None, None], key="a" * 32)
    phone.save_round(game, 1, [1, 0, None, None], seen=1)
    other = let_in(phone, "scorekeeper")

    def fourth(who):
        return who.save_round(game, 1, [1, 0, 1, None], seen=2, key="b" * 32)

    with paced.app_context():
        db.engine.dispose()  # the next is as of another process, which has just begun
    refused = fourth(phone)

    assert refused.status_code == 429
    assert refused.json["type"] == "urn:problem-type:scorepad:too_many_saves"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    again = phone.save_round(game, 1, [1, None, None, None], key="a" * 32)
    assert again.headers["Idempotent-Replay"] == "true"
    assert phone.get_game(game).json["rounds"][0]["bids"] == [1, 0, None, None]
    assert other.save_round(game, 2, [0, 0, None, None]).status_code == 201
    with clock_off_by(minutes=1):
        assert fourth(phone).status_code == 200


def test_s30_whoever_saves_long_texts_saves_the_less_often(paced, phone, monkeypatch):
    game = phone.start_game()
    monkeypatch.setitem(MOST, Limit.SAVE, (MINUTE, 6))
    long = phone.game_body(remark="Ä" * 1000)  # 6 kB, which count for two

    assert phone.save_game(game, long, seen=1).status_code == 200
    assert phone.save_game(game, {**long, "place": "here"}, seen=2).status_code == 200
    assert 0 < wait_in(phone.save_game(game, long, seen=3)) <= 60
    assert phone.save_round(game, 1, [1, 0, 0, 0]).status_code == 201


def test_s19_what_was_printed_for_a_device_is_counted_and_not_what_lay_ready(
    paced, phone, monkeypatch
):
    monkeypatch.setitem(MOST, Limit.PRINT, (HOUR, 2))
    monkeypatch.setattr(Renderer, "pdf", lambda *_: b"%PDF")
    phone.found_group()
    games = [phone.start_game() for _ in range(3)]
    other = let_in(phone, "viewer")

    def sheet_of(game, who=phone):
        return who.client.get(f"/g/{phone.group}/games/{game}/sheet.pdf")

    assert [sheet_of(each).status_code for each in games[:2]] == [200, 200]
    assert 0 < wait_in(sheet_of(games[2])) <= 3600
    assert "Too many sheets" in sheet_of(games[2]).text
    assert sheet_of(games[0]).status_code == 200
    assert sheet_of(games[2], other).status_code == 200
    assert sheet_of(games[2]).status_code == 200  # it lies ready now
    assert phone.save_round(games[0], 1, [1, 0, 0, 0]).status_code == 201
    with clock_off_by(hours=1):
        assert sheet_of(games[0]).status_code == 200


@pytest.mark.parametrize("days", [2, 300])
def test_n06_a_clock_that_is_set_back_refuses_nobody(paced, phone, monkeypatch, days):
    monkeypatch.setitem(MOST, Limit.SAVE, (MINUTE, 3))
    game = phone.start_game()
    with clock_off_by(days=days):
        answers = [
            phone.save_round(game, each, [1, 0, 0, None]) for each in range(1, 5)
        ]
    assert [each.status_code for each in answers] == [201, 201, 201, 429]

    answers = [phone.save_round(game, each, [1, 0, 0, None]) for each in range(4, 8)]

    assert [each.status_code for each in answers] == [201, 201, 201, 429]


def test_s19_forms_are_counted_too(paced, phone, monkeypatch):
    monkeypatch.setitem(MOST, Limit.FORM, (MINUTE, 3))
    phone.start_game()
    joined = let_in(phone, "scorekeeper")

    def seated(who):
        return post(who, "/me", player=phone.people["Anna"])

    assert seated(phone).status_code == 303
    assert seated(phone).status_code == 303
    assert wait_in(seated(phone))
    assert seated(joined).status_code == 303
    with clock_off_by(minutes=1):
        assert seated(phone).status_code == 303


def test_s19_everything_of_a_group_is_not_taken_away_all_the_time(
    paced, phone, monkeypatch
):
    phone.start_game()
    paths = ("/everything.json", f"/players/{phone.people['Anna']}/data.json")

    answers = [phone.get(paths[0]) for _ in range(21)]

    assert {each.status_code for each in answers[:20]} == {200}
    assert wait_in(answers[20])
    assert wait_in(phone.get(paths[1]))

    # A database without writes is no reason to refuse.
    away = Mock(side_effect=TimeoutError)
    monkeypatch.setattr("scorepad.services.rate_limits.write_transaction", away)
    assert phone.get(paths[0]).status_code == 200


MINUTE = timedelta(minutes=1)
A_GAME = json.dumps(document_of(played(EVERYONE[:3], rounds=2))).encode()


def founded_by_form(app, how, address):
    stranger = app.test_client()
    stranger.environ_base["REMOTE_ADDR"] = address
    if how == "typed":
        names = {f"name{seat}": name for seat, name in enumerate(("Ute", "Ada", "Jo"))}
        return stranger.post("/type-in", data=names, headers=OURS)
    return bring(stranger, A_GAME)


@pytest.mark.parametrize("how", ["typed", "brought"])
def test_s19_groups_founded_by_forms_are_counted_by_address(paced, monkeypatch, how):
    monkeypatch.setitem(MOST, Limit.FOUND, (HOUR, 1))

    assert founded_by_form(paced, how, "203.0.113.7").status_code in {200, 303}
    assert wait_in(founded_by_form(paced, how, "203.0.113.7"))
    assert founded_by_form(paced, how, "203.0.113.8").status_code in {200, 303}
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
    with clock_off_by(hours=1):
        assert blank("203.0.113.9").status_code == 200
    with paced.app_context():
        (kept,) = db.session().scalars(select(RateCount.who))
    assert re.fullmatch("[0-9a-f]{64}", kept)
    assert kept != sha256(b"203.0.113.9").hexdigest()

"""S19, S30: who saves, prints or creates groups without pause must wait.

One visitor, group or address stores only so much, and a full group says so. Strangers
are counted by where they come from, which nobody can read.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from unittest.mock import Mock
from uuid import uuid4

import pytest
from sqlalchemy import select
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad.db.engine import db, write_transaction
from scorepad.db.tables import RateCount
from scorepad.pdf.renderer import Renderer
from scorepad.services import players, rate_limits
from scorepad.services.rate_limits import HOUR, MOST, UNLIMITED, Limit
from scorepad.services.requests import Sender
from tests.support import towers_table
from tests.support.clock import clock_off_by
from tests.support.invitations import OURS, join, let_in, link_for, post
from tests.support.phone import Phone, found_another, wait_in
from tests.support.stored import found
from tests.web.test_signups import founded_by

LONG = "Ä" * 900
A_SAVE, A_LONG_ONE = 300, 4000
MINUTE = timedelta(minutes=1)
DONE = {200, 201, 303}


@pytest.fixture
def phone(paced):
    return Phone(paced.test_client())


@pytest.mark.parametrize("how", ["phone", "typed", "brought", "printed"])
def test_s19_strangers_are_counted_by_their_address(paced, monkeypatch, how):
    limit = Limit.PRINT if how == "printed" else Limit.NEW_GROUP
    monkeypatch.setitem(MOST, limit, (HOUR, 1))
    monkeypatch.setattr(Renderer, "render", lambda *_: b"%PDF")

    def done_at(address):
        client = paced.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        if how == "printed":
            return client.get("/print/pad.pdf")
        return founded_by(client, how)

    assert done_at("203.0.113.7").status_code in DONE
    assert 0 < wait_in(done_at("203.0.113.7")) <= 3600
    assert done_at("203.0.113.8").status_code in DONE
    with clock_off_by(hours=1):
        assert done_at("203.0.113.9").status_code in DONE
    (kept,) = found(paced, select(RateCount.who).where(RateCount.what == limit))
    assert re.fullmatch("[0-9a-f]{64}", kept)
    assert kept != sha256(b"203.0.113.9").hexdigest()


def test_s19_a_refused_group_is_not_there_and_a_retry_counts_once(paced, monkeypatch):
    monkeypatch.setitem(MOST, Limit.NEW_GROUP, (HOUR, 1))
    (first, made), (second, refused) = (found_another(paced) for _ in range(2))

    assert (made.status_code, refused.status_code) == (201, 429)
    assert refused.json["type"] == "urn:problem-type:scorepad:too_many_groups"
    assert not second.may_read()
    assert first.create_group().status_code == 200


def test_s19_new_devices_from_one_address_are_counted(paced, phone, monkeypatch):
    monkeypatch.setitem(MOST, Limit.NEW_DEVICE, (HOUR, 2))
    phone.create_group()
    link = link_for(phone, "player")
    guests = [Phone(paced.test_client(), phone.group) for _ in range(3)]

    assert [join(each, link).status_code for each in guests] == [303, 303, 429]
    assert join(guests[0], link).status_code == 303  # it is not new
    assert guests[2].client.get(f"/api/groups/{phone.group}").status_code == 404
    elsewhere = {"REMOTE_ADDR": "203.0.113.8"}
    assert join(guests[2], link, environ_base=elsewhere).status_code == 303


def test_s19_a_device_that_saves_all_the_time_has_to_wait_and_loses_nothing(
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


def test_s30_long_texts_count_for_several_saves(paced, phone, monkeypatch):
    game = phone.start_game()
    monkeypatch.setitem(MOST, Limit.SAVE, (MINUTE, 6))
    long = phone.game_body(remark="Ä" * 1000)  # 6 kB, which count for two

    assert phone.save_game(game, long, seen=1).status_code == 200
    assert phone.save_game(game, {**long, "place": "here"}, seen=2).status_code == 200
    assert 0 < wait_in(phone.save_game(game, long, seen=3)) <= 60
    assert phone.save_round(game, 1, [1, 0, 0, 0]).status_code == 201


def test_s19_new_prints_of_a_device_are_counted_and_cached_ones_are_not(
    paced, phone, monkeypatch
):
    monkeypatch.setitem(MOST, Limit.PRINT, (HOUR, 2))
    monkeypatch.setattr(Renderer, "render", lambda *_: b"%PDF")
    phone.create_group()
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
def test_n06_a_clock_set_back_refuses_no_one(paced, phone, monkeypatch, days):
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


def test_s19_downloads_of_a_whole_group_are_limited(paced, phone, monkeypatch):
    monkeypatch.setitem(MOST, Limit.EXPORT, (HOUR, 1))
    phone.start_game()
    paths = ("/everything.json", f"/players/{phone.people['Anna']}/data.json")

    assert phone.get(paths[0]).status_code == 200
    assert all(wait_in(phone.get(path)) for path in paths)

    # A database without writes is no reason to refuse.
    away = Mock(side_effect=TimeoutError)
    monkeypatch.setattr("scorepad.services.rate_limits.write_transaction", away)
    assert phone.get(paths[0]).status_code == 200


def reason(answer):
    assert 0 < wait_in(answer) <= 60
    return answer.json["type"].rpartition(":")[2]


class Writing:
    """A device that saves, short or long, to a game of its own."""

    def __init__(self, phone, address="203.0.113.1"):
        phone.client.environ_base["REMOTE_ADDR"] = address
        self.phone, self.seen, self.round = phone, 1, 0
        self.game = phone.start_game("Ute", "Kevin", "Ada")

    def save_long(self):
        body = self.phone.game_body("Ute", "Kevin", "Ada", remark=f"{self.seen}{LONG}")
        answer = self.phone.save_game(self.game, body, seen=self.seen)
        self.seen += answer.status_code == 200
        return answer

    def save_round(self):
        bids, seen = [self.round % 2, 0, 0], self.round or None
        answer = self.phone.save_round(self.game, 1, bids, seen=seen)
        self.round += answer.status_code in {200, 201}
        return answer


def two_devices(phone, limit):
    """Two who share a group but no address, or an address but no group."""
    if limit is Limit.GROUP_WRITE:
        other = let_in(phone, "scorekeeper")
        return Writing(phone), Writing(other, "203.0.113.2")
    return Writing(phone), Writing(Phone(phone.client.application.test_client()))


def until_refused(save):
    answers = (save() for _ in range(1000))
    return next(answer for answer in answers if answer.status_code == 429)


@pytest.mark.parametrize("limit", [Limit.GROUP_WRITE, Limit.ADDRESS_WRITE])
def test_s30_stores_of_one_device_count_for_group_and_address_and_tables_go_on(
    phone, monkeypatch, limit
):
    phone.create_group()
    one, other = two_devices(phone, limit)
    monkeypatch.setitem(MOST, limit, (MINUTE, 40))

    refused = until_refused(one.save_long)

    assert reason(refused) == reason(other.save_long()) == f"too_many_{limit}"
    assert {other.save_round().status_code for _ in range(13)} == {200, 201}
    with clock_off_by(minutes=1):
        assert other.save_long().status_code == 200
        # Very many who store little are stopped, too.
        monkeypatch.setitem(MOST, limit, (MINUTE, 1))
        until_refused(one.save_round)
        assert reason(other.save_round()) == f"too_many_{limit}"


def test_s30_what_a_trusted_proxy_forwards_is_the_address_that_counts(
    paced, phone, monkeypatch
):
    paced.wsgi_app = ProxyFix(paced.wsgi_app, x_for=1)
    one, other = two_devices(phone, Limit.ADDRESS_WRITE)
    for number, each in enumerate((one, other)):
        forwarded = f"198.51.100.1, 198.51.100.{number}"
        each.phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = forwarded
    monkeypatch.setitem(MOST, Limit.ADDRESS_WRITE, (MINUTE, 40))

    until_refused(one.save_long)

    assert other.save_long().status_code == 200


def form(who, group):
    path, padding = f"/g/{group}/me", "x" * A_LONG_ONE
    data = {"who": "nobody", "padding": padding}
    return who.client.post(path, data=data, headers=OURS).status_code


def test_s30_forms_count_like_saves_and_not_for_a_group_of_others(
    paced, phone, monkeypatch
):
    table, stranger = Writing(phone), Phone(paced.test_client())
    stranger.create_group()
    monkeypatch.setitem(MOST, Limit.GROUP_WRITE, (MINUTE, 40))
    of_group = select(RateCount.times).where(RateCount.who == phone.group)
    before = found(paced, of_group)

    assert {form(stranger, phone.group) for _ in range(9)} == {404}

    assert found(paced, of_group) == before
    assert table.save_long().status_code == 200
    assert [form(phone, phone.group) for _ in range(3)][-1] == 429
    assert reason(table.save_long()) == f"too_many_{Limit.GROUP_WRITE}"


def test_s19_a_hall_of_ten_tables_five_times_as_fast_never_meets_a_limit(session):
    start, group = datetime.now(UTC), uuid4()
    session.get_bind().engine.update_execution_options(**{UNLIMITED: False})
    every = timedelta(minutes=1) / 5 / 13 / 10
    with write_transaction(session):
        for number in range(2 * 5 * 13 * 10):
            writer, at = Sender(number % 10, "a hall", group), start + number * every
            counted = rate_limits.count_write(session, Limit.SAVE, writer, at, A_SAVE)
            assert counted == (number % 10, None)


def test_s30_devices_of_one_group_that_save_at_once_all_get_through(phone):
    phone.create_group()
    others = [let_in(phone, "scorekeeper") for _ in range(7)]
    tables = [Writing(each) for each in (phone, *others)]

    def book(table):
        return {table.save_round().status_code for _ in range(10)}

    with ThreadPoolExecutor(8) as together:
        saved = set().union(*together.map(book, tables))

    assert saved == {200, 201}


@pytest.fixture
def host(either_phone, monkeypatch):
    monkeypatch.setattr(rate_limits, "MOST_GAMES", 2)
    monkeypatch.setattr(rate_limits, "MOST_PEOPLE", 5)
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


def test_s30_a_full_group_takes_no_more_people_or_games(host):
    game, names = str(uuid4()), ("Anna", "Ute", "Ada", "Tom", "Zoë", "Mia")
    crowd = host.save_game(game, host.game_body(*names), seen=None)
    known, third = host.game_body(*names[:3]), str(uuid4())
    fits = host.save_game(game, known, seen=None)
    refused = host.save_game(third, known, seen=None)

    told = [each.status_code for each in (crowd, fits, refused)]
    assert told == [409, 201, 409]
    assert "at most 5 people" in crowd.json["detail"]
    assert "at most 2 games" in refused.json["detail"]
    assert host.get_game(third).status_code == 404
    assert host.save_round(game, 1, [1, 0, 1]).status_code == 201


@pytest.mark.parametrize("other", ["wizard", "towers"])
def test_s30_a_game_or_group_that_does_not_fit_stays_whole(host, monkeypatch, other):
    monkeypatch.setattr(players, "AT_ONCE", 1)
    second = Phone(host.client)
    game = second.start_game("Anna", "Ute", "Kevin")
    if other == "wizard":
        second.start_game("Anna", "Ute", "Kevin")
    else:
        towers_table.play(second, "Anna", "Ute")

    assert post(second, "/move", into=host.group).status_code == 409

    assert second.get_game(game).status_code == 200
    assert len(host.told()["games"]) == 1
    monkeypatch.setattr(rate_limits, "MOST_GAMES", 1)
    refused = post(second, f"/games/{game}/move", into=host.group)
    assert refused.status_code == 409
    assert "at most 1 game" in refused.text
    monkeypatch.setattr(rate_limits, "MOST_GAMES", 3)
    assert post(second, "/move", into=host.group).status_code == 303

"""S30: one visitor, group or address stores only so much; a full group says so."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad.db.engine import write_transaction
from scorepad.services import players
from scorepad.services import rate_limits as quotas
from scorepad.services.rate_limits import MOST, UNLIMITED, Limit, Sender, count_write
from tests.support import towers_table
from tests.support.clock import clock_off_by
from tests.support.invitations import let_in, post
from tests.support.phone import OURS, Phone, wait_in

BOTH = [Limit.GROUP_WRITE, Limit.ADDRESS_WRITE]
REASONS = {
    Limit.GROUP_WRITE: "too_many_saves_of_group",
    Limit.ADDRESS_WRITE: "too_many_saves_from_here",
}
LONG = "Ä" * 900
A_SAVE, A_LONG_ONE = 300, 4000


MINUTE = timedelta(minutes=1)


@pytest.fixture
def phone(paced):
    return Phone(paced.test_client())


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
        other.has_founded = True
        return Writing(phone), Writing(other, "203.0.113.2")
    return Writing(phone), Writing(Phone(phone.client.application.test_client()))


def until_refused(save):
    answers = (save() for _ in range(1000))
    return next(answer for answer in answers if answer.status_code == 429)


@pytest.mark.parametrize("limit", BOTH)
def test_s30_what_one_device_stores_counts_for_group_and_address_and_tables_book_on(
    phone, monkeypatch, limit
):
    phone.found_group()
    one, other = two_devices(phone, limit)
    monkeypatch.setitem(MOST, limit, (MINUTE, 40))

    refused = until_refused(one.save_long)

    assert reason(refused) == reason(other.save_long()) == REASONS[limit]
    assert {other.save_round().status_code for _ in range(13)} == {200, 201}
    with clock_off_by(minutes=1):
        assert other.save_long().status_code == 200


@pytest.mark.parametrize("limit", BOTH)
def test_s30_very_many_who_store_little_are_stopped_too(phone, monkeypatch, limit):
    phone.found_group()
    one, other = two_devices(phone, limit)
    monkeypatch.setitem(MOST, limit, (MINUTE, 1))

    until_refused(one.save_round)

    assert reason(other.save_round()) == REASONS[limit]


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
    phone, stranger, monkeypatch
):
    table = Writing(phone)
    monkeypatch.setitem(MOST, Limit.GROUP_WRITE, (MINUTE, 40))

    assert {form(stranger, phone.group) for _ in range(9)} == {404}

    assert table.save_long().status_code == 200
    assert [form(phone, phone.group) for _ in range(3)][-1] == 429
    assert reason(table.save_long()) == REASONS[Limit.GROUP_WRITE]


def test_s19_a_hall_of_ten_tables_five_times_as_fast_never_meets_a_limit(session):
    start, group = datetime.now(UTC), uuid4()
    session.get_bind().engine.update_execution_options(**{UNLIMITED: False})
    every = timedelta(minutes=1) / 5 / 13 / 10
    with write_transaction(session):
        for number in range(2 * 5 * 13 * 10):
            writer, at = Sender(number % 10, "a hall", group), start + number * every
            assert count_write(session, Limit.SAVE, writer, at, A_SAVE) == (
                number % 10,
                None,
            )


def test_s30_devices_of_one_group_that_save_at_once_all_get_through(paced):
    host = Phone(paced.test_client())
    host.found_group()
    others = [let_in(host, "scorekeeper") for _ in range(7)]
    for each in others:
        each.has_founded = True
    tables = [Writing(each) for each in (host, *others)]

    def book(table):
        return {table.save_round().status_code for _ in range(10)}

    with ThreadPoolExecutor(8) as together:
        saved = set().union(*together.map(book, tables))

    assert saved == {200, 201}


@pytest.fixture
def host(either_phone, monkeypatch):
    monkeypatch.setattr(quotas, "MOST_GAMES", 2)
    monkeypatch.setattr(quotas, "MOST_PEOPLE", 5)
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


def test_s30_a_full_group_takes_no_more_people_or_games(host):
    game, names = str(uuid4()), ("Anna", "Ute", "Ada", "Tom", "Zoë", "Mia")
    crowd = host.save_game(game, host.game_body(*names), seen=None)
    assert (
        host.save_game(game, host.game_body(*names[:3]), seen=None).status_code == 201
    )
    third = str(uuid4())
    refused = host.save_game(third, host.game_body(*names[:3]), seen=None)

    assert (crowd.status_code, refused.status_code) == (409, 409)
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
    monkeypatch.setattr(quotas, "MOST_GAMES", 1)
    refused = post(second, f"/games/{game}/move", into=host.group)
    assert refused.status_code == 409
    assert "at most 1 game" in refused.text
    monkeypatch.setattr(quotas, "MOST_GAMES", 3)
    assert post(second, "/move", into=host.group).status_code == 303

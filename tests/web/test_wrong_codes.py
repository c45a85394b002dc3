"""S06: how many wrong codes are looked at, of a group, an address, or everybody."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from scorepad.db.engine import WRITE_LOCK
from scorepad.db.tables import RateCount
from scorepad.services.rate_limits import MOST, Limit
from tests.support.clock import clock_off_by
from tests.support.invitations import code_for, join, wrong
from tests.support.phone import Phone
from tests.support.stored import change, found

HOUR = 3600
NOWHERE = "ZZZ"
NO_CODES = ["\0AAAAAAA", "ÄÖÜÄÖÜÄÖ", "AAAA!AAA", 24 * "\0", "x" * 22, "A" * 24]


@pytest.fixture
def host(either_phone):
    either_phone.create_group()
    return either_phone


@pytest.fixture
def app(host):
    return host.client.application


def guesses(app, handle, numbers, *, one_address=False):
    return [
        join(
            Phone(app.test_client()),
            wrong(handle, number),
            environ_base={"REMOTE_ADDR": f"203.0.113.{1 if one_address else number}"},
        )
        for number in numbers
    ]


def statuses(answers):
    return {answer.status_code for answer in answers}


def refusal(app, handle, number, **how):
    """How one more is refused, and in how many seconds it may come again."""
    (answer,) = guesses(app, handle, range(number, number + 1), **how)
    assert (answer.status_code == 429) == ('class="until"' in answer.text)
    return answer.status_code, int(answer.headers.get("Retry-After", 0))


def handles_of(app, count, **how):
    hosts = [Phone(app.test_client()) for _ in range(count)]
    for each in hosts:
        each.create_group()
    return [code_for(each, **how)[:3] for each in hosts]


def test_s06_ten_tries_of_a_group_and_thirty_of_an_address_are_checked_an_hour(app):
    handles = handles_of(app, 4)
    for few, handle in enumerate(handles[:3]):
        ten = range(10 * few, 10 * few + 10)
        assert statuses(guesses(app, handle, ten, one_address=True)) == {422}

    status, wait = refusal(app, handles[3], 30, one_address=True)
    assert (status, 0 < wait <= HOUR) == (429, True)
    assert refusal(app, handles[3], 30)[0] == 422
    status, wait = refusal(app, handles[0], 31)  # of the group, from any address
    assert (status, 0 < wait <= HOUR) == (429, True)
    with clock_off_by(minutes=61):
        assert refusal(app, handles[0], 31)[0] == 422


def test_s06_codes_of_no_open_group_are_not_counted_and_delay_no_save(app, host):
    code = code_for(host)
    with WRITE_LOCK:
        guessed = [
            *guesses(app, NOWHERE, range(70)),
            *guesses(app, NOWHERE, range(70), one_address=True),
        ]
        guessed += [join(Phone(app.test_client()), odd) for odd in NO_CODES]

    assert statuses(guessed) == {422}
    wrong_ones = RateCount.what == Limit.WRONG_CODE
    assert found(app, select(RateCount.who).where(wrong_ones)) == []
    address = {"REMOTE_ADDR": "203.0.113.1"}
    assert join(Phone(app.test_client()), code, environ_base=address).status_code == 303


def test_s06_wrong_codes_of_other_groups_lock_no_one_out(app, host):
    code = code_for(host)
    (wide,) = handles_of(app, 1, wide="yes")

    assert statuses(guesses(app, wide, range(70))) == {422}
    for handle in handles_of(app, 7):
        guesses(app, handle, range(10))

    assert join(Phone(app.test_client()), code).status_code == 303


def test_s07_an_invented_address_is_not_believed(app, monkeypatch):
    monkeypatch.setitem(MOST, Limit.WRONG_CODE, (timedelta(hours=1), 10))
    handles, told = handles_of(app, 2), []
    for number in range(11):
        forged = {"HTTP_X_FORWARDED_FOR": f"203.0.113.{number}"}
        code = wrong(handles[number % 2], number)
        told.append(join(Phone(app.test_client()), code, environ_overrides=forged))

    assert told[-1].status_code == 429


def test_s06_guesses_at_the_same_moment_exceed_no_limit(app, host):
    code = code_for(host)

    with ThreadPoolExecutor(8) as together:
        told = list(together.map(lambda n: refusal(app, code[:3], n)[0], range(32)))

    assert sorted(told) == [422] * 10 + [429] * 22
    assert join(Phone(app.test_client()), code).status_code == 429, "a right guess"


def test_n06_guesses_counted_by_a_clock_set_back_lock_no_one_out(app, host):
    with clock_off_by(days=2):
        assert refusal(app, code_for(host)[:3], 1)[0] == 422
    change(app, update(RateCount).values(times=60))

    assert join(Phone(app.test_client()), code_for(host)).status_code == 303

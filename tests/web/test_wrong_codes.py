"""S06: how many wrong codes are looked at, of a group, an address, or everybody."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from scorepad.store.db import db
from scorepad.store.tables import WrongTry
from tests.doors import code_for, join
from tests.phone import Phone

DAY, HOUR, MINUTE = "86400", "3600", "60"
NOWHERE = "ZZZ"


@pytest.fixture
def host(phone):
    phone.found_group()
    return phone


def guesses(app, handle: str, numbers: range, *, one_address: bool = False):
    """The answers to wrong codes that begin with a *handle*."""
    return [
        join(
            Phone(app.test_client()),
            f"{handle}{number:05}",
            environ_base={"REMOTE_ADDR": f"203.0.113.{1 if one_address else number}"},
        )
        for number in numbers
    ]


def statuses(answers) -> set[int]:
    return {answer.status_code for answer in answers}


def grow_older(app, by: timedelta) -> None:
    """Let all tries so far have been made some time ago."""
    with app.app_context():
        for row in db.session().scalars(select(WrongTry)):
            row.at -= by
        db.session().commit()


def refusal(app, handle: str, number: int, **how: bool) -> tuple[int, str]:
    """How one more is refused, and when it may come again."""
    (answer,) = guesses(app, handle, range(number, number + 1), **how)
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_s06_of_a_group_fifty_are_looked_at_a_day(app, host):
    handle = code_for(host)[:3]
    for hour in range(5):
        ten = range(10 * hour, 10 * hour + 10)
        assert statuses(guesses(app, handle, ten)) == {422}
        grow_older(app, timedelta(minutes=61))

    assert refusal(app, handle, 50) == (429, DAY)

    grow_older(app, timedelta(hours=19))
    assert refusal(app, handle, 50)[0] == 422


def test_s06_of_one_address_thirty_are_looked_at_an_hour(app, host):
    for few in range(3):
        ten = range(10 * few, 10 * few + 10)
        assert statuses(guesses(app, NOWHERE, ten, one_address=True)) == {422}
        grow_older(app, timedelta(minutes=2))

    assert refusal(app, NOWHERE, 30, one_address=True) == (429, HOUR)
    assert refusal(app, NOWHERE, 30)[0] == 422


def test_s06_of_all_addresses_sixty_are_looked_at_a_minute(app, host):
    assert statuses(guesses(app, NOWHERE, range(60))) == {422}

    assert refusal(app, NOWHERE, 60) == (429, MINUTE)

    grow_older(app, timedelta(minutes=1))
    assert refusal(app, NOWHERE, 60)[0] == 422

"""S06: how many wrong codes are looked at, of a group, an address, or everybody."""

from datetime import timedelta

from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import RateCount
from scorepad.services.rate_limits import WRONG_CODE
from tests.support.invitations import code_for, join
from tests.support.phone import Phone

HOUR = 3600
NOWHERE = "ZZZ"


def guesses(app, handle, numbers, *, one_address=False):
    return [
        join(
            Phone(app.test_client()),
            f"{handle}{number:05}",
            environ_base={"REMOTE_ADDR": f"203.0.113.{1 if one_address else number}"},
        )
        for number in numbers
    ]


def wrong_codes():
    return select(RateCount).where(RateCount.what == WRONG_CODE)


def statuses(answers):
    return {answer.status_code for answer in answers}


def refusal(app, handle, number, **how):
    """How one more is refused, and in how many seconds it may come again."""
    (answer,) = guesses(app, handle, range(number, number + 1), **how)
    return answer.status_code, int(answer.headers.get("Retry-After", 0))


def test_s06_of_a_group_ten_are_looked_at_an_hour(app, host):
    handle = code_for(host)[:3]
    assert statuses(guesses(app, handle, range(10))) == {422}

    status, wait = refusal(app, handle, 10)
    assert (status, 0 < wait <= HOUR) == (429, True)

    with app.app_context():
        for row in db.session().scalars(wrong_codes()):
            row.since -= timedelta(minutes=61)
        db.session().commit()
    assert refusal(app, handle, 10)[0] == 422


def doors_of(app, count, **how):
    found = [Phone(app.test_client()) for _ in range(count)]
    for each in found:
        each.found_group()
    return [code_for(each, **how)[:3] for each in found]


def test_s06_of_one_address_thirty_are_looked_at_an_hour(app):
    handles = doors_of(app, 4)
    for few, handle in enumerate(handles[:3]):
        ten = range(10 * few, 10 * few + 10)
        assert statuses(guesses(app, handle, ten, one_address=True)) == {422}

    status, wait = refusal(app, handles[3], 30, one_address=True)
    assert (status, 0 < wait <= HOUR) == (429, True)
    assert refusal(app, handles[3], 30)[0] == 422


def test_s06_codes_that_belong_to_no_open_door_are_not_counted(app, host):
    code = code_for(host)
    guessed = [
        *guesses(app, NOWHERE, range(70)),
        *guesses(app, NOWHERE, range(70), one_address=True),
    ]

    assert statuses(guessed) == {422}
    with app.app_context():
        assert db.session().scalars(wrong_codes()).all() == []
    address = {"REMOTE_ADDR": "203.0.113.1"}
    assert join(Phone(app.test_client()), code, environ_base=address).status_code == 303


def test_s06_wrong_codes_of_other_groups_lock_nobody_out(app, host):
    code = code_for(host)
    (wide,) = doors_of(app, 1, wide="yes")

    assert statuses(guesses(app, wide, range(70))) == {422}
    for handle in doors_of(app, 7):
        guesses(app, handle, range(10))

    assert join(Phone(app.test_client()), code).status_code == 303

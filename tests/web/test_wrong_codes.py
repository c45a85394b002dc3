"""S06: how many wrong codes are looked at, of a group, an address, or everybody."""

from datetime import timedelta

from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import WrongTry
from tests.support.invitations import code_for, join
from tests.support.phone import Phone

DAY, HOUR, MINUTE = "86400", "3600", "60"
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


def statuses(answers):
    return {answer.status_code for answer in answers}


def grow_older(app, by):
    with app.app_context():
        for row in db.session().scalars(select(WrongTry)):
            row.at -= by
        db.session().commit()


def refusal(app, handle, number, **how):
    """How one more is refused, and when it may come again."""
    (answer,) = guesses(app, handle, range(number, number + 1), **how)
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_s06_of_a_group_fifty_are_looked_at_a_day(app, host):
    handle = code_for(host)[:3]
    for hour in range(5):
        assert statuses(guesses(app, handle, range(10 * hour, 10 * hour + 10))) == {422}
        grow_older(app, timedelta(minutes=61))

    assert refusal(app, handle, 50) == (429, DAY)

    grow_older(app, timedelta(hours=19))
    assert refusal(app, handle, 50)[0] == 422


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
        grow_older(app, timedelta(minutes=2))

    assert refusal(app, handles[3], 30, one_address=True) == (429, HOUR)
    assert refusal(app, handles[3], 30)[0] == 422


def test_s06_one_address_tries_ten_codes_a_minute_whichever_group(app):
    one, other = doors_of(app, 2)
    assert statuses(guesses(app, one, range(6), one_address=True)) == {422}
    assert statuses(guesses(app, other, range(4), one_address=True)) == {422}

    assert refusal(app, one, 6, one_address=True) == (429, MINUTE)


def test_s06_codes_that_belong_to_no_open_door_are_not_counted(app, host):
    code = code_for(host)
    guessed = [
        *guesses(app, NOWHERE, range(70)),
        *guesses(app, NOWHERE, range(70), one_address=True),
    ]

    assert statuses(guessed) == {422}
    with app.app_context():
        assert db.session().query(WrongTry).count() == 0
    address = {"REMOTE_ADDR": "203.0.113.1"}
    assert join(Phone(app.test_client()), code, environ_base=address).status_code == 303


def test_s06_wrong_codes_of_other_groups_lock_nobody_out(app, host):
    code = code_for(host)
    (wide,) = doors_of(app, 1, wide="yes")

    assert statuses(guesses(app, wide, range(70))) == {422}
    for handle in doors_of(app, 7):
        guesses(app, handle, range(10))

    assert join(Phone(app.test_client()), code).status_code == 303

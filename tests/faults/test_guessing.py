"""S06: guessing a join code exhaustively, and a hall of people who mistype it."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorepad.app import create_app
from scorepad.db.engine import db
from scorepad.db.tables import JoinCode
from scorepad.settings import Settings
from tests.support.invitations import code_for, join
from tests.support.phone import Phone

pytestmark = pytest.mark.slow

GUESSES, ADDRESSES = 10_000, 100
PEOPLE, EVERY_FIFTH = 240, 5
LONG_AFTER = datetime.now(UTC) + timedelta(days=1)
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def wrong(code, number):
    """Return another code for the same group."""
    tail = "".join(ALPHABET[number // 32**at % 32] for at in range(5))
    made = code.replace("-", "")[:3] + tail
    return made if made != code.replace("-", "") else wrong(code, number + GUESSES)


def guess(app, code, number):
    address = {"REMOTE_ADDR": f"203.0.113.{number % ADDRESSES}"}
    visitor = Phone(app.test_client())
    return join(visitor, wrong(code, number), environ_base=address).status_code


def leave_open(app):
    """Keep the code valid: ten minutes would be over before all have tried."""
    with app.app_context():
        db.session().execute(update(JoinCode).values(ends_at=LONG_AFTER))
        db.session().commit()


def test_of_ten_thousand_guesses_ten_are_looked_at(app, phone, tmp_path):
    phone.found_group()
    code = code_for(phone)
    leave_open(app)
    assert join(Phone(app.test_client()), code).status_code == 303
    half = GUESSES // 2

    told = Counter(guess(app, code, number) for number in range(half))
    again = create_app(
        Settings(instance=tmp_path, database_url=app.config["SETTINGS"].database_url)
    )
    told += Counter(guess(again, code, number) for number in range(half, GUESSES))

    assert told == {422: 10, 429: GUESSES - 10}
    member = Phone(again.test_client(), phone.group)
    member.client.set_cookie("s", phone.client.get_cookie("s").value)
    assert member.client.get(f"/api/groups/{phone.group}").status_code == 200
    again.extensions["renderer"].close()
    with again.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("is_wide", [True, False])
def test_a_hall_behind_one_address_comes_in_once_the_door_is_wide(app, phone, is_wide):
    phone.found_group()
    code = code_for(phone, **({"wide": "yes"} if is_wide else {}))
    leave_open(app)

    came = []
    for number in range(PEOPLE):
        guest = Phone(app.test_client())
        if number % EVERY_FIFTH == 0:
            join(guest, wrong(code, number))
        came.append(join(guest, code).status_code == 303)

    assert all(came) == is_wide

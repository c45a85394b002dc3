"""Creating a group from the play page, and recognising its owner."""

import pytest

from scorepad.db.tables import Device, Group
from tests.support.invitations import let_in
from tests.support.phone import Phone
from tests.support.stored import count


def test_the_same_claim_again_is_the_same_device(either_app, either_phone):
    either_phone.create_group()
    lost = either_app.test_client()
    either_phone.client, known = lost, either_phone.client

    again = either_phone.create_group()

    assert again.status_code == 200
    assert "Set-Cookie" in again.headers
    assert count(either_app, Device) == count(either_app, Group) == 1
    assert either_phone.may_read()
    either_phone.client = known
    assert not either_phone.may_read()


@pytest.mark.parametrize("is_new", [True, False])
def test_s08_the_cookie_of_another_device_is_useless(either_app, either_phone, is_new):
    """Neither a group that is founded with it, nor one that is entered by its claim."""
    thief, owner = either_phone, Phone(either_app.test_client())
    thief.create_group()
    if not is_new:
        owner.create_group()
    planted = thief.client.get_cookie("s").value
    owner.client.set_cookie("s", planted)

    answer = owner.create_group()

    assert answer.status_code == (201 if is_new else 200)
    assert planted not in answer.headers["Set-Cookie"]
    assert not thief.may_read(owner.group)
    assert thief.create_group().status_code == 200  # nor by a group of its own
    assert not thief.may_read(owner.group)
    assert owner.may_read(owner.group)


def test_s08_a_lost_answer_costs_a_phone_none_of_its_groups(either_app, either_phone):
    first = either_phone
    first.create_group()
    kept = first.client.get_cookie("s").value
    second = Phone(first.client)
    for _ in range(2):
        second.create_group()
        second.client.set_cookie("s", kept)  # it never arrived
        assert not first.may_read(first.group)

    assert second.create_group().status_code == 200

    assert first.may_read(first.group)
    assert second.may_read(second.group)
    assert count(either_app, Device) == 1


def test_s08_the_claim_opens_no_other_group_of_its_founder(either_app, either_phone):
    either_phone.create_group()
    second = Phone(either_phone.client)
    kept = either_phone.client.get_cookie("s").value
    second.create_group()
    holder = Phone(either_app.test_client(), group=second.group)
    holder.claim = second.claim

    assert holder.create_group().status_code == 200
    assert holder.may_read(second.group)
    assert not holder.may_read(either_phone.group)

    # Nor with a token that ended, once the one after it was seen.
    assert second.may_read(second.group)
    holder.client.set_cookie("s", kept)
    assert holder.create_group().status_code == 200
    assert not holder.may_read(either_phone.group)


def test_s01_a_group_tells_whether_a_game_may_be_begun_in_it(phone):
    phone.create_group()
    may = {"viewer": False, "player": False, "scorekeeper": True}

    assert {role: let_in(phone, role).told()["may_score"] for role in may} == may
    assert phone.told()["may_score"] is True

"""Creating a group from the play page, and recognising its owner."""

import pytest

from scorepad.db.tables import Device, Group
from tests.support.invitations import let_in
from tests.support.phone import Phone
from tests.support.stored import count


def test_the_same_claim_again_is_the_same_device(either_app, either_phone):
    either_phone.found_group()
    lost = either_app.test_client()
    either_phone.client, known = lost, either_phone.client

    again = either_phone.found_group()

    assert again.status_code == 200
    assert "Set-Cookie" in again.headers
    assert count(either_app, Device) == count(either_app, Group) == 1
    path = f"/api/groups/{either_phone.group}"
    assert lost.get(path).status_code == 200
    assert known.get(path).status_code == 404


def test_a_cookie_from_elsewhere_is_not_taken_over(phone):
    phone.client.set_cookie("s", "A" * 43)

    answer = phone.found_group()

    assert answer.status_code == 201
    assert "A" * 43 not in answer.headers["Set-Cookie"]


def test_s08_a_cookie_of_somebody_else_owns_nothing_new(either_app, either_phone):
    thief = either_phone
    thief.found_group()
    victim = Phone(either_app.test_client())
    victim.client.set_cookie("s", thief.client.get_cookie("s").value)

    assert victim.found_group().status_code == 201

    assert not thief.may_read(victim.group)
    assert thief.found_group().status_code == 200  # nor by a group of its own
    assert not thief.may_read(victim.group)
    assert victim.may_read(victim.group)


def test_s08_nor_a_group_that_is_entered_by_its_claim(either_app, either_phone):
    thief, owner = either_phone, Phone(either_app.test_client())
    thief.found_group()
    owner.found_group()
    owner.client.set_cookie("s", thief.client.get_cookie("s").value)

    assert owner.found_group().status_code == 200

    assert not thief.may_read(owner.group)
    assert owner.may_read(owner.group)


def test_s08_a_lost_answer_costs_a_phone_none_of_its_groups(either_app, either_phone):
    first = either_phone
    first.found_group()
    kept = first.client.get_cookie("s").value
    second = Phone(first.client)
    for _ in range(2):
        second.found_group()
        second.client.set_cookie("s", kept)  # it never arrived
        assert not first.may_read(first.group)

    assert second.found_group().status_code == 200

    assert first.may_read(first.group)
    assert second.may_read(second.group)
    assert count(either_app, Device) == 1


def test_s08_the_claim_opens_no_other_group_of_its_founder(either_app, either_phone):
    either_phone.found_group()
    second = Phone(either_phone.client)
    kept = either_phone.client.get_cookie("s").value
    second.found_group()
    holder = Phone(either_app.test_client(), group=second.group)
    holder.claim = second.claim

    assert holder.found_group().status_code == 200
    assert holder.may_read(second.group)
    assert not holder.may_read(either_phone.group)

    # Nor with a token that ended, once the one after it was seen.
    assert second.may_read(second.group)
    holder.client.set_cookie("s", kept)
    assert holder.found_group().status_code == 200
    assert not holder.may_read(either_phone.group)


def test_the_database_holds_no_token_and_no_claim(app, phone, tmp_path):
    token = phone.found_group().headers["Set-Cookie"].split(";")[0].split("=")[1]

    dump = b"".join(path.read_bytes() for path in tmp_path.glob("scorepad.sqlite3*"))

    assert phone.group.replace("-", "").encode() in dump
    assert token.encode() not in dump
    assert phone.claim.encode() not in dump


@pytest.mark.parametrize(
    ("role", "may"), [("viewer", False), ("player", False), ("scorekeeper", True)]
)
def test_s01_a_group_tells_whether_a_game_may_be_begun_in_it(phone, role, may):
    phone.found_group()
    path = f"/api/groups/{phone.group}"

    assert phone.client.get(path).json["may_score"] is True
    assert let_in(phone, role).client.get(path).json["may_score"] is may

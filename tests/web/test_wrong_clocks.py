"""A clock that was wrong once, behind or ahead, locks nobody out and loses nothing."""

import pytest

from scorepad.services.devices import FORGOTTEN_AFTER
from tests.support.clock import clock_off_by, let_pass
from tests.support.invitations import code_for, join, let_in, link_for, newcomer, post
from tests.support.phone import Phone

WRONG = pytest.mark.parametrize("days", [-300, 300], ids=["behind", "ahead"])


@WRONG
def test_n06_who_was_here_before_is_let_in_ever_after(either_app, either_phone, days):
    either_phone.found_group()
    with clock_off_by(days=days):
        either_phone.client.get(f"/api/groups/{either_phone.group}")
    let_pass(either_app, FORGOTTEN_AFTER.days - 9)

    assert either_phone.may_read()


@pytest.mark.parametrize("by_form", [True, False])
@pytest.mark.parametrize("groups", [1, 2])
def test_s26_who_is_forgotten_after_400_days_is_let_in_by_claim_link_or_code(
    either_app, either_phone, by_form, groups
):
    either_phone.found_group()
    for _ in range(groups - 1):
        Phone(either_phone.client).found_group()
    guests = [let_in(either_phone, "player") for _ in range(2)]
    let_pass(either_app, FORGOTTEN_AFTER.days)
    assert either_phone.may_read()
    let_pass(either_app, FORGOTTEN_AFTER.days + 1)
    assert [each.may_read() for each in (either_phone, *guests)] == [False] * 3

    if by_form:
        entered = post(either_phone, "/enter", claim=either_phone.claim)
        assert entered.status_code == 303
    else:
        assert either_phone.found_group().status_code == 200
    for guest, way in zip(guests, (link_for, code_for), strict=True):
        assert join(guest, way(either_phone, "player")).status_code == 303

    assert [each.may_read() for each in (either_phone, *guests)] == [True] * 3


def test_n06_a_link_outlives_a_clock_that_was_ahead_and_its_code_opens_nothing(
    either_phone,
):
    either_phone.found_group()
    link = link_for(either_phone, "player", lasts="month")
    with clock_off_by(days=300):
        link_for(either_phone, "player")
        code = code_for(either_phone)
    codes = (code, code_for(either_phone), link)

    answers = [join(newcomer(either_phone), each).status_code for each in codes]

    assert answers == [422, 303, 303]

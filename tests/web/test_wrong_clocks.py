"""A clock that was wrong once, behind or ahead, locks nobody out and loses nothing."""

import pytest

from scorepad.services.devices import FORGOTTEN_AFTER
from tests.support.clock import clock_off_by, let_pass
from tests.support.invitations import code_for, join, let_in, link_for
from tests.support.phone import OURS, Phone

WRONG = pytest.mark.parametrize("days", [-300, 300], ids=["behind", "ahead"])


@WRONG
def test_n06_who_was_here_before_is_let_in_ever_after(either_app, either_phone, days):
    either_phone.found_group()
    with clock_off_by(days=days):
        either_phone.client.get(f"/api/groups/{either_phone.group}")
    let_pass(either_app, FORGOTTEN_AFTER.days - 9)

    assert either_phone.may_read()


def test_s26_a_device_is_forgotten_after_400_days(either_app, either_phone):
    either_phone.found_group()
    let_pass(either_app, FORGOTTEN_AFTER.days)
    assert either_phone.may_read()
    let_pass(either_app, FORGOTTEN_AFTER.days + 1)
    assert not either_phone.may_read()


def by_api(phone):
    assert phone.found_group().status_code == 200


def by_form(phone):
    path = f"/g/{phone.group}/enter"
    claim = {"claim": phone.claim}
    assert phone.client.post(path, data=claim, headers=OURS).status_code == 303


@pytest.mark.parametrize("enter", [by_api, by_form])
@pytest.mark.parametrize("groups", [1, 2])
def test_s26_a_founder_who_returns_after_years_is_let_in_by_the_claim(
    either_app, either_phone, enter, groups
):
    either_phone.found_group()
    for _ in range(groups - 1):
        Phone(either_phone.client).found_group()
    let_pass(either_app, 2 * FORGOTTEN_AFTER.days)
    assert not either_phone.may_read()

    enter(either_phone)

    assert either_phone.may_read()


@pytest.mark.parametrize("way", [link_for, code_for])
def test_s26_so_is_whoever_returns_by_a_link_or_a_code(either_app, either_phone, way):
    either_phone.found_group()
    guest = let_in(either_phone, "player")
    let_pass(either_app, 2 * FORGOTTEN_AFTER.days)
    assert not guest.may_read()
    by_api(either_phone)

    assert join(guest, way(either_phone, "player")).status_code == 303

    assert guest.may_read()


def test_n06_a_link_outlives_another_one_made_by_a_clock_that_was_ahead(phone):
    phone.found_group()
    link = link_for(phone, "player", lasts="month")
    with clock_off_by(days=300):
        link_for(phone, "player")

    guest = Phone(phone.client.application.test_client(), group=phone.group)
    assert join(guest, link).status_code == 303


def test_s06_a_code_of_a_clock_that_was_ahead_opens_nothing(either_phone):
    either_phone.found_group()
    with clock_off_by(days=300):
        code = code_for(either_phone)
    guest = Phone(either_phone.client.application.test_client(), either_phone.group)

    assert join(guest, code).status_code == 422
    assert join(guest, code_for(either_phone)).status_code == 303

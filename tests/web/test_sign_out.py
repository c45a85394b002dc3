"""An owner signs out other devices, or comes back by the recovery code."""

import pytest

from tests.support.invitations import (
    code_for,
    device_of,
    join,
    let_in,
    link_for,
    newcomer,
    post,
    recovery_code,
)
from tests.support.phone import Phone
from tests.web.sealed import own_phone

OWN = {"own": "yes"}


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    post(either_phone, "/me", player=either_phone.people["Anna"])
    return either_phone


def test_all_other_devices_are_out_and_come_back_by_nothing_they_know(host):
    guests = [own_phone(host, name, "scorekeeper") for name in ("Anna", "Ute")]
    other = Phone(host.client.application.test_client())
    other.found_group()
    both = let_in(other, "player")
    join(Phone(both.client, group=host.group), link_for(host, "player"))
    links = link_for(guests[0], "player"), link_for(host, "scorekeeper")
    secrets = (*links, code_for(guests[0]), recovery_code(host))

    assert post(host, "/devices/sign-out").status_code == 303

    assert [each.may_read() for each in (*guests, host)] == [False, False, True]
    assert "sign-out" not in host.get("/people/phones").text
    assert [both.may_read(), both.may_read(host.group)] == [True, False]
    for secret in secrets:
        assert join(guests[0], secret).status_code == 422
    assert post(newcomer(host), "/enter", claim=host.claim).status_code == 404
    assert join(guests[0], link_for(host, "player")).status_code == 303


def test_only_the_other_devices_of_the_same_player_are_out(host):
    lost, ute = (own_phone(host, name, "scorekeeper") for name in ("Anna", "Ute"))
    post(host, f"/devices/{device_of(host, 'Anna')}/role", role="owner")
    known, kept, mine = (link_for(each, "player") for each in (lost, ute, host))
    assert "Sign out my other devices" in host.get("/people/phones").text

    assert post(host, "/devices/sign-out", **OWN).status_code == 303

    assert [each.may_read() for each in (lost, ute, host)] == [False, True, True]
    came = [join(newcomer(host), each).status_code for each in (known, kept, mine)]
    assert came == [422, 303, 303]
    assert post(lost, "/enter", claim=host.claim).status_code == 404


def test_a_device_without_a_player_signs_out_no_others_without_one(host):
    owner = Phone(host.client.application.test_client())
    owner.found_group()
    guest = let_in(owner, "player")

    assert post(owner, "/devices/sign-out", **OWN).status_code == 404

    assert guest.may_read()


@pytest.mark.parametrize("role", ["scorekeeper", "player"])
def test_s10_only_owners_sign_out_others(host, role):
    # A device can say that it is Anna's, but saying so gives no right.
    guest = let_in(host, role)
    post(guest, "/me", player=host.people["Anna"])

    assert post(guest, "/devices/sign-out", **OWN).status_code == 403
    assert post(guest, "/devices/sign-out").status_code == 403

    assert host.may_read()


def test_the_code_brings_back_an_owner_once_and_no_former_owner(host):
    code, other = recovery_code(host), let_in(host, "player")
    lost, late = newcomer(host), newcomer(host)
    device = device_of(host)

    assert join(lost, code.lower().replace("-", " ")).status_code == 303

    assert post(lost, "/people/name", name="Ours").status_code == 303
    assert join(late, code).status_code == 422
    code = recovery_code(host)
    assert post(host, f"/devices/{device}/owner").status_code == 303
    assert join(newcomer(host), code).status_code == 422
    assert recovery_code(other) != code


def test_after_a_game_a_code_is_offered_once_and_safety_until_it_is_done(host):
    offers = ("/invites/code", "/recovery")

    def offered():
        host.play("Anna", "Ute", "Kevin")
        page = host.get("/seasons/1").text
        return [f"/g/{host.group}{path}" in page for path in offers]

    assert [offered(), offered()] == [[True, True], [False, True]]
    recovery_code(host)
    assert "reminders" not in host.get("/seasons/1").text

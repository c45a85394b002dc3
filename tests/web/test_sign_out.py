"""An owner signs out all other devices at once, or those of the same player."""

import re

import pytest

from tests.support.invitations import code_for, join, let_in, link_for, post
from tests.support.phone import OURS, Phone
from tests.web.test_recovery import code_of, newcomer

OWN, ALL = {"own": "yes"}, {}


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    post(either_phone, "/me", player=either_phone.people["Anna"])
    return either_phone


def device_of(host, name):
    with_player = rf"<bdi>{name}</bdi>.*?/devices/(\d+)/role"
    return re.findall(with_player, host.get("/people/phones").text, re.DOTALL)[-1]


def phone_of(host, name, role="scorekeeper"):
    guest = let_in(host, role)
    assert post(guest, "/me", player=host.people[name]).status_code == 303
    return guest


def test_all_other_devices_are_out_at_once(host):
    guests = [phone_of(host, "Anna"), phone_of(host, "Ute"), let_in(host, "viewer")]

    assert post(host, "/devices/sign-out").status_code == 303

    assert [each.may_read() for each in guests] == [False] * 3
    assert host.may_read()
    assert "sign-out" not in host.get("/people/phones").text


def test_they_do_not_come_back_by_anything_they_know(host):
    guest = phone_of(host, "Ute")
    links = link_for(guest, "player"), link_for(host, "scorekeeper")
    secrets = (*links, code_for(guest), code_of(host))

    post(host, "/devices/sign-out")

    for secret in secrets:
        assert join(guest, secret).status_code == 422
    assert post(newcomer(host), "/enter", claim=host.claim).status_code == 404
    assert join(guest, link_for(host, "player")).status_code == 303


def test_only_the_other_devices_of_the_same_player_are_out(host):
    lost, ute = phone_of(host, "Anna"), phone_of(host, "Ute")
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


@pytest.mark.parametrize("how", [OWN, ALL])
@pytest.mark.parametrize("role", ["scorekeeper", "player"])
def test_s10_only_owners_sign_out_others(host, role, how):
    # Every device can say that it is Anna's, so saying so gives no right.
    guest = let_in(host, role)
    post(guest, "/me", player=host.people["Anna"])

    assert post(guest, "/devices/sign-out", **how).status_code == 403

    assert host.may_read()


def test_devices_of_other_groups_stay(host):
    other = Phone(host.client.application.test_client())
    other.found_group()
    both = let_in(other, "player")
    join(Phone(both.client, group=host.group), link_for(host, "player"))

    post(host, "/devices/sign-out")

    assert [both.may_read(), both.may_read(host.group)] == [True, False]


def test_another_site_cannot_do_it(host):
    guest, path = let_in(host, "player"), f"/g/{host.group}/devices/sign-out"

    assert (
        host.client.post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code
        == 403
    )

    assert guest.may_read()
    assert host.client.post(path, headers=OURS).status_code == 303

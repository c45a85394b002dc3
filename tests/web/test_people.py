"""The devices of a group: an owner always remains, and signs out others.

P06: who leaves keeps nothing.
"""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from scorepad.db.tables import Device, Group, Membership
from tests.support.invitations import (
    code_for,
    device_of,
    join,
    let_in,
    link_for,
    newcomer,
    own_phone,
    post,
    recovery_code,
)
from tests.support.phone import OURS, Phone
from tests.support.stored import change, found


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    post(either_phone, "/me", player=either_phone.people["Anna"])
    return either_phone


def newest_device(phone):
    newest = select(Device.id).order_by(Device.id.desc())
    return found(phone.client.application, newest)[0]


def newcomers(host, *secrets):
    """Join by each of them on a new device; return the statuses."""
    return [join(newcomer(host), each).status_code for each in secrets]


def guest_and_device(host, role):
    return let_in(host, role), newest_device(host)


def role_of(host, device):
    role = select(Membership.role).where(Membership.device_id == device)
    return found(host.client.application, role)[0]


def test_a_removed_device_is_out_at_once_with_its_links_and_code(host):
    game = host.start_game("Anna", "Ute", "Kevin")
    guest, device = guest_and_device(host, "scorekeeper")
    link, code = link_for(guest, "player"), code_for(guest)
    etag = guest.get_game(game).headers["ETag"]
    assert guest.get_game(game, **{"If-None-Match": etag}).status_code == 304

    assert post(host, f"/devices/{device}/revoke").status_code == 303

    # The running poll, too.
    assert guest.get_game(game, **{"If-None-Match": etag}).status_code == 404
    assert guest.save_round(game, 1, [0, 0, 1]).status_code == 404
    assert guest.get("/people").status_code == 404
    assert host.get_game(game).status_code == 200
    assert newcomers(host, link, code) == [422, 422]


@pytest.mark.parametrize("path", ["/devices/{me}/role", "/devices/{heir}/owner"])
def test_s09_a_demoted_device_regains_nothing_by_a_link_of_its_own(host, path):
    me = newest_device(host)
    heir, number = guest_and_device(host, "scorekeeper")
    lasting = link_for(heir, "player")
    post(host, f"/devices/{number}/role", role="owner")
    link, code = link_for(host, "scorekeeper"), code_for(host)
    told = heir if "{me}" in path else host

    assert post(told, path.format(me=me, heir=number), role="viewer").status_code == 303
    for secret in (link, code):
        assert join(host, secret).status_code == 422
    assert role_of(host, me) in {"viewer", "scorekeeper"}
    assert newcomers(host, lasting) == [303]  # the heir's role was only raised


def test_a_removed_owner_does_not_come_back_by_the_key(host):
    other, device = guest_and_device(host, "scorekeeper")
    post(host, f"/devices/{device}/role", role="owner")
    first = Phone(other.client, group=host.group)
    (founder,) = found(host.client.application, select(Group.claimed_by))

    assert post(first, f"/devices/{founder}/revoke").status_code == 303

    assert host.get("/people").status_code == 404
    assert host.create_group().status_code == 404
    assert post(host, "/enter", claim=host.claim).status_code == 404


def test_the_last_owner_stays_until_the_group_is_handed_over(host):
    me = newest_device(host)
    let_in(host, "scorekeeper")

    for path in ("/leave", f"/devices/{me}/revoke", f"/devices/{me}/role"):
        assert post(host, path, role="viewer").status_code == 409
    assert role_of(host, me) == "owner"

    guest, device = guest_and_device(host, "player")
    key = host.claim
    assert post(host, f"/devices/{device}/owner").status_code == 303

    assert (role_of(host, me), role_of(host, device)) == ("scorekeeper", "owner")
    assert post(guest, f"/devices/{me}/role", role="owner").status_code == 303
    assert post(host, f"/devices/{me}/owner").status_code == 409  # to itself
    assert post(guest, f"/devices/{me}/role", role="viewer").status_code == 303
    assert post(host, "/enter", claim=key).status_code == 404


def test_a_deleted_group_is_hidden_and_can_be_restored_for_thirty_days(host):
    guest, here = let_in(host, "player"), f"/g/{host.group}/bring-back"
    link, code = link_for(host, "player"), code_for(host)

    assert post(host, "/delete").status_code == 303

    for phone in (host, guest):
        assert phone.get("/people").status_code == phone.get("/").status_code == 404
        assert host.group not in phone.client.get("/").text
    assert newcomers(host, link, code) == [422, 422]
    assert host.create_group().status_code == 404
    assert post(host, "/enter", claim=host.claim).status_code == 404
    assert here in host.client.get("/groups").text
    assert here not in guest.client.get("/groups").text
    assert post(guest, "/bring-back").status_code == 404
    assert post(host, "/bring-back").status_code == 303
    assert host.get("/people").status_code == guest.get("/people").status_code == 200

    post(host, "/delete")
    gone = datetime.now(UTC) - timedelta(days=30, seconds=1)
    change(host.client.application, update(Group).values(deleted_at=gone))
    assert here not in host.client.get("/groups").text
    assert post(host, "/bring-back").status_code == 404


def test_p06_a_device_that_leaves_keeps_nothing_but_a_deleted_group(
    app, phone, quick_renderer
):
    phone.create_group()
    guest, other = let_in(phone, "player"), Phone(app.test_client())
    game = other.start_game()
    assert join(other, link_for(phone, "player")).status_code == 303
    post(other, "/delete")
    for each in (guest, other):
        each.client.get("/print/pad.pdf?players=4&name0=Zyprian")
        assert "Zyprian" in each.client.get_cookie("blank", path="/print").value

        left = each.client.post(f"/g/{phone.group}/leave", headers=OURS)

        assert left.location == f"/#left={phone.group}"
        assert left.headers["Clear-Site-Data"] == '"cache"'
        assert each.client.get_cookie("blank", path="/print") is None
    assert guest.client.get_cookie("s") is None
    home = guest.client.get("/").text
    assert 'data-script="stored.leaving"' in home
    assert guest.group not in home
    assert post(other, "/bring-back").status_code == 303
    assert other.get_game(game).status_code == 200


OWN = {"own": "yes"}


def test_all_other_devices_are_out_and_come_back_by_nothing_they_know(host):
    guests = [own_phone(host, name, "scorekeeper") for name in ("Anna", "Ute")]
    other = Phone(host.client.application.test_client())
    other.create_group()
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
    owner = Phone(host.client.application.test_client())
    owner.create_group()
    guest = let_in(owner, "player")
    # A device without a player signs out no others without one.
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


def test_after_a_game_the_recovery_code_is_offered_until_it_exists(host):
    offers = ("/invites/code", "/recovery")

    def offered():
        host.play("Anna", "Ute", "Kevin")
        page = host.get("/seasons/1").text
        return [f"/g/{host.group}{path}" in page for path in offers]

    assert [offered(), offered()] == [[True, True], [False, True]]
    recovery_code(host)
    assert "reminders" not in host.get("/seasons/1").text

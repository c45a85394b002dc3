"""The people of a group: an owner always remains. P06: who leaves keeps nothing."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from scorepad.db.tables import Device, Group, Membership
from tests.support.invitations import code_for, join, let_in, link_for, newcomer, post
from tests.support.phone import OURS, Phone
from tests.support.stored import change, found


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


def device_of(phone):
    newest = select(Device.id).order_by(Device.id.desc())
    return found(phone.client.application, newest)[0]


def newcomers(host, *secrets):
    """Join by each of them on a new device; return the statuses."""
    return [join(newcomer(host), each).status_code for each in secrets]


def guest_and_device(host, role):
    return let_in(host, role), device_of(host)


def role_of(host, device):
    role = select(Membership.role).where(Membership.device_id == device)
    return found(host.client.application, role)[0]


def test_a_device_that_was_put_out_is_out_at_once_with_its_links_and_code(host):
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
def test_s09_whoever_may_do_less_does_not_come_back_by_a_link_of_its_own(host, path):
    me = device_of(host)
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


def test_an_owner_that_was_put_out_does_not_come_back_by_the_key(host):
    other, device = guest_and_device(host, "scorekeeper")
    post(host, f"/devices/{device}/role", role="owner")
    first = Phone(other.client, group=host.group)
    (founder,) = found(host.client.application, select(Group.claimed_by))

    assert post(first, f"/devices/{founder}/revoke").status_code == 303

    assert host.get("/people").status_code == 404
    assert host.found_group().status_code == 404
    assert post(host, "/enter", claim=host.claim).status_code == 404


def test_the_last_owner_stays(host):
    me = device_of(host)
    let_in(host, "scorekeeper")

    for path in ("/leave", f"/devices/{me}/revoke", f"/devices/{me}/role"):
        assert post(host, path, role="viewer").status_code == 409
    assert role_of(host, me) == "owner"


def test_a_group_is_handed_over(host):
    me = device_of(host)
    guest, device = guest_and_device(host, "player")
    key = host.claim

    assert post(host, f"/devices/{device}/owner").status_code == 303

    assert (role_of(host, me), role_of(host, device)) == ("scorekeeper", "owner")
    assert post(guest, f"/devices/{me}/role", role="viewer").status_code == 303
    assert post(host, "/enter", claim=key).status_code == 404


def test_a_deleted_group_is_nowhere_and_comes_back_within_thirty_days(host):
    guest, here = let_in(host, "player"), f"/g/{host.group}/bring-back"
    link, code = link_for(host, "player"), code_for(host)

    assert post(host, "/delete").status_code == 303

    for phone in (host, guest):
        assert phone.get("/people").status_code == phone.get("/").status_code == 404
        assert host.group not in phone.client.get("/").text
    assert newcomers(host, link, code) == [422, 422]
    assert host.found_group().status_code == 404
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


def leave(phone, group):
    return phone.client.post(f"/g/{group}/leave", headers=OURS)


def test_p06_the_page_that_follows_is_told_what_to_forget(phone):
    phone.found_group()
    guest = let_in(phone, "player")

    left = leave(guest, guest.group)

    assert left.location == f"/#left={guest.group}"
    assert left.headers["Clear-Site-Data"] == '"cache"'
    assert guest.client.get_cookie("s") is None
    home = guest.client.get("/").text
    assert 'data-script="stored.leaving"' in home
    assert guest.group not in home


def test_p06_names_typed_for_a_blank_sheet_go_too_and_a_deleted_group_can_come_back(
    app, phone, quick_renderer
):
    phone.found_group()
    other = Phone(app.test_client())
    game = other.start_game()
    assert join(other, link_for(phone, "player")).status_code == 303
    other.client.get("/print/pad.pdf?players=4&name0=Zyprian")
    assert "Zyprian" in other.client.get_cookie("blank", path="/print").value
    post(other, "/delete")

    leave(other, phone.group)

    assert other.client.get_cookie("blank", path="/print") is None
    assert post(other, "/bring-back").status_code == 303
    assert other.get_game(game).status_code == 200

"""P06: a device that leaves a group keeps nothing of it."""

import pytest

from tests.support.invitations import join, let_in, link_for, post
from tests.support.phone import OURS, Phone


@pytest.fixture
def guest(phone):
    phone.start_game()
    return let_in(phone, "player")


@pytest.fixture
def owner_elsewhere(app, phone):
    """A phone with a group of its own that joined another one."""
    phone.start_game()
    other = Phone(app.test_client())
    game = other.start_game()
    assert join(other, link_for(phone, "player")).status_code == 303
    return other, game


def leave(phone, group):
    return phone.client.post(f"/g/{group}/leave", headers=OURS)


def test_p06_the_page_that_follows_is_told_what_to_forget(guest):
    left = leave(guest, guest.group)

    assert left.location == f"/#left={guest.group}"
    assert left.headers["Clear-Site-Data"] == '"cache"'
    home = guest.client.get("/").text
    assert 'data-script="stored.leaving"' in home
    assert guest.group not in home


def test_p06_a_phone_without_any_group_keeps_no_token(guest):
    leave(guest, guest.group)

    assert guest.client.get_cookie("s") is None


def test_p06_names_that_were_typed_for_a_blank_sheet_go_too(phone, owner_elsewhere):
    other, _ = owner_elsewhere
    other.client.get("/print/pad.pdf?players=4&name0=Zyprian")
    assert "Zyprian" in other.client.get_cookie("blank", path="/print").value

    leave(other, phone.group)

    assert other.client.get_cookie("blank", path="/print") is None


def test_p06_a_group_that_was_deleted_can_still_come_back(phone, owner_elsewhere):
    other, game = owner_elsewhere
    post(other, "/delete")

    leave(other, phone.group)

    assert post(other, "/bring-back").status_code == 303
    assert other.get_game(game).status_code == 200

"""A link lets in as many devices as its maker chose, and no more."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import Device, Invite
from tests.support.invitations import join, link_for, newcomer, post
from tests.support.stored import count

USED_UP = "This link has been used up. Ask for a new one."
AT_ONCE = 12


@pytest.fixture
def host(either_phone):
    either_phone.found_group()
    return either_phone


def uses(app):
    with app.app_context():
        return db.session.execute(select(Invite.uses, Invite.most_uses)).all()


def told(host):
    return " ".join(re.sub("<[^>]+>", " ", host.get("/invites").text).split())


def test_a_link_for_one_device_lets_in_one(host, either_app):
    link = link_for(host, "player", uses="1")
    first, second = newcomer(host), newcomer(host)
    assert "0 of 1 devices joined" in told(host)

    assert join(first, link).status_code == 303
    refused = join(second, link)

    assert (refused.status_code, USED_UP in refused.text) == (422, True)
    assert [first.may_read(), second.may_read()] == [True, False]
    assert "used up" in told(host)
    assert count(either_app, Device) == 2, "who is refused leaves nothing behind"


def test_the_same_device_uses_it_once(host, either_app):
    link, guest = link_for(host, "player", uses="5"), newcomer(host)

    for _ in range(3):
        assert join(guest, link).status_code == 303
    assert join(host, link).status_code == 303  # an owner stays one

    assert uses(either_app) == [(1, 5)]
    assert "1 of 5 devices joined" in told(host)


def test_without_a_number_a_link_lets_in_any_number(host, either_app):
    link = link_for(host, "player")

    assert [join(newcomer(host), link).status_code for _ in range(7)] == [303] * 7

    assert uses(either_app) == [(7, None)]
    assert "7 devices joined" in told(host)


@pytest.mark.parametrize("wrong", ["0", "-1", "2", "many", "1e9"])
def test_only_the_numbers_of_the_form_are_accepted(host, wrong):
    answer = post(host, "/invites", role="player", lasts="month", uses=wrong)

    assert answer.status_code == 422
    assert "Choose one of the options." in answer.text


def test_devices_that_join_at_once_do_not_exceed_it(host, either_app):
    link, guests = link_for(host, "player", uses="5"), []
    start = Barrier(AT_ONCE)

    def come():
        guest = newcomer(host)
        guests.append(guest)
        start.wait()
        return join(guest, link).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        coming = [pool.submit(come) for _ in range(AT_ONCE)]
        answers = sorted(each.result() for each in coming)

    assert answers == [303] * 5 + [422] * 7
    assert sum(each.may_read() for each in guests) == 5
    assert uses(either_app) == [(5, 5)]


def test_one_game_can_be_scored_by_as_many_devices_as_chosen(host, either_app):
    game = host.start_game()
    link = link_for(host, "player", uses="1", game=game)
    first, second = newcomer(host), newcomer(host)

    assert [join(each, link).status_code for each in (first, first)] == [303, 303]
    assert join(second, link).status_code == 422

    assert first.save_round(game, 1, [0, 1, 0, 0]).status_code == 201
    assert uses(either_app) == [(1, 1)]

"""Joining by a link or a code: only a tap does it.

A clock that was wrong once, behind or ahead, locks nobody out and loses nothing.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from sqlalchemy import select, update

from scorepad.db.tables import Device, Invite, JoinCode, Membership
from scorepad.services.devices import FORGOTTEN_AFTER
from tests.support.clock import clock_off_by, let_pass
from tests.support.invitations import (
    code_for,
    join,
    let_in,
    link_for,
    newcomer,
    post,
    wrong,
)
from tests.support.phone import Phone
from tests.support.stored import change, count, found, rows

AT_ONCE = 12
BOT = {"User-Agent": "WhatsApp/2.23 (link preview)", "Sec-Purpose": "prefetch"}


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


@pytest.fixture
def app_of(host):
    return host.client.application


def end(app, table):
    """Let the time of every link or code be over."""
    over = datetime.now(UTC) - timedelta(seconds=1)
    change(app, update(table).values(ends_at=over))


def statuses(app, *codes):
    """Try each of the codes on a new device; return the statuses."""
    answers = [join(Phone(app.test_client()), code) for code in codes]
    for answer in answers:
        assert answer.status_code == 303 or "Set-Cookie" not in answer.headers
    return [answer.status_code for answer in answers]


def test_a_link_for_one_device_lets_it_in_again_and_no_other(app_of, host):
    game = host.start_game()
    link = link_for(host, "player", uses="1", game=game)
    first, second, devices = newcomer(host), newcomer(host), count(app_of, Device)
    assert "0 of 1 devices joined" in host.get("/invites").text

    assert [join(first, link).status_code for _ in range(3)] == [303] * 3
    refused = join(second, link)

    assert refused.status_code == 422
    assert "This link has been used up. Ask for a new one." in refused.text
    assert [first.may_read(), second.may_read()] == [True, False]
    assert first.save_round(game, 1, [0, 1, 0, 0]).status_code == 201
    assert "used up" in host.get("/invites").text
    assert count(app_of, Device) == devices + 1  # who is refused leaves nothing behind


def test_devices_that_join_at_once_are_no_more_than_the_link_is_for(app_of, host):
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
    assert join(host, link).status_code == 303  # an owner stays one
    assert found(app_of, select(Invite.uses)) == [5]


PASTED = ("{}", "http://localhost/join#{}", "  {}\n")


def test_links_and_codes_are_accepted_as_people_type_them_until_they_end(app_of, host):
    by_hand, link = link_for(host, "player"), link_for(host, "player")
    first, _ = found(app_of, select(Invite.uuid).order_by(Invite.id))
    assert statuses(app_of, *(each.format(link) for each in PASTED)) == [303] * 3
    assert post(host, f"/invites/{first}/end").status_code == 303
    assert statuses(app_of, by_hand, link) == [422, 303]
    end(app_of, Invite)
    assert statuses(app_of, link) == [422]

    old, code = code_for(host), code_for(host)
    typed = (code, code.lower(), f" {code[:4]} {code[5:]} ")
    assert statuses(app_of, *typed, old) == [303, 303, 303, 422]
    end(app_of, JoinCode)
    assert statuses(app_of, code) == [422]
    new = code_for(host)
    assert post(host, "/invites/code/end").status_code == 303
    assert statuses(app_of, new) == [422]


def test_n12_opening_the_address_changes_nothing(app_of, host):
    guest, secret = newcomer(host), link_for(host, "player")
    before = [count(app_of, each) for each in (Device, Membership, Invite)]

    for headers in ({}, BOT):
        answer = guest.client.get(f"/join?code={secret}", headers=headers)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
        assert secret not in answer.text

    assert [count(app_of, each) for each in (Device, Membership, Invite)] == before
    assert join(guest, secret).status_code == 303


def test_the_database_holds_no_token_claim_link_code_or_address(host):
    secret, code = link_for(host, "player"), code_for(host).replace("-", "")
    own = host.client.get_cookie("s").value, host.claim
    there = {"REMOTE_ADDR": "203.0.113.77"}
    join(newcomer(host), wrong(code, 5), environ_base=there)

    kept = rows(host.client.application)
    ways_in = str([kept[name] for name in ("invite", "open_door", "pace")])

    assert "player" in ways_in
    assert code[3:] not in ways_in
    for hidden in (*own, secret, code, "203.0.113.77"):
        assert hidden not in str(kept)


def test_a_device_that_joins_gets_a_token_made_here(host):
    planted, victim = let_in(host, "viewer"), newcomer(host)
    token = planted.client.get_cookie("s").value
    victim.client.set_cookie("s", token)

    join(victim, link_for(host, "player"))

    assert victim.client.get_cookie("s").value != token
    assert victim.may_read()
    assert not planted.may_read()


def test_a_lost_answer_leaves_the_token_before_it_good(host):
    guest = let_in(host, "viewer")
    token = guest.client.get_cookie("s").value
    join(guest, link_for(host, "player"))
    guest.client.set_cookie("s", token)

    assert guest.may_read(host.group)
    # It is not handed out again: the new one may be on its way.
    assert guest.client.get_cookie("s").value == token
    assert join(guest, link_for(host, "player")).status_code == 303
    assert guest.may_read(host.group)


def test_a_link_never_takes_rights_away_or_gives_more_than_its_maker_has(host):
    guest = let_in(host, "scorekeeper")

    join(guest, link_for(host, "viewer"))
    join(host, link_for(host, "viewer"))

    assert guest.get("/invites").status_code == 200
    assert post(host, "/people/name", name="Ours").status_code == 303
    assert post(guest, "/invites", role="player", lasts="day").status_code == 200
    assert post(guest, "/invites", role="scorekeeper", lasts="day").status_code == 403
    assert post(host, "/invites", role="owner", lasts="day").status_code == 403
    assert post(host, "/invites", role="player", game=" ").status_code == 422
    for uses in ("0", "2", "many"):
        assert post(host, "/invites", role="player", uses=uses).status_code == 422


def test_s31_no_device_becomes_a_player_who_has_a_phone(host):
    """But whoever may let others in has two phones."""
    guest, ute = newcomer(host), host.person("Ute")["id"]
    post(let_in(host, "player"), "/me", player=ute)
    join(guest, code_for(host))
    assert guest.get("/me").text.count(" disabled") == 1

    assert post(guest, "/me", player=ute).status_code == 403
    assert 'aria-current="true"><bdi>' not in guest.get("/me").text
    keeper = let_in(host, "scorekeeper")
    assert " disabled" not in keeper.get("/me").text
    assert post(keeper, "/me", player=ute).status_code == 303


def test_a_device_that_joins_is_asked_who_uses_it(host):
    guest = let_in(host, "player")
    page = guest.get("/me").text
    assert all(f"<bdi>{name}</bdi>" in page for name in ("Anna", "Ute", "Kevin"))

    assert post(guest, "/me", player=host.person("Ute")["id"]).status_code == 303

    page = guest.get("/me").text
    assert page.count('aria-current="true"') == 3  # Ute, the tab, and the language


@pytest.mark.parametrize("days", [-300, 300], ids=["behind", "ahead"])
def test_n06_a_known_device_is_always_let_in(app_of, host, days):
    with clock_off_by(days=days):
        host.client.get(f"/api/groups/{host.group}")
    let_pass(app_of, FORGOTTEN_AFTER.days - 9)

    assert host.may_read()


@pytest.mark.parametrize("by_form", [True, False])
@pytest.mark.parametrize("groups", [1, 2])
def test_s26_a_device_unused_for_400_days_can_rejoin_by_claim_link_or_code(
    app_of, host, by_form, groups
):
    for _ in range(groups - 1):
        Phone(host.client).create_group()
    guests = [let_in(host, "player") for _ in range(2)]
    let_pass(app_of, FORGOTTEN_AFTER.days)
    assert host.may_read()
    let_pass(app_of, FORGOTTEN_AFTER.days + 1)
    assert [each.may_read() for each in (host, *guests)] == [False] * 3

    if by_form:
        entered = post(host, "/enter", claim=host.claim)
        assert entered.status_code == 303
    else:
        assert host.create_group().status_code == 200
    for guest, way in zip(guests, (link_for, code_for), strict=True):
        assert join(guest, way(host, "player")).status_code == 303

    assert [each.may_read() for each in (host, *guests)] == [True] * 3


def test_n06_a_link_outlives_a_clock_that_was_ahead_and_its_code_opens_nothing(
    host,
):
    link = link_for(host, "player", lasts="month")
    with clock_off_by(days=300):
        link_for(host, "player")
        code = code_for(host)
    codes = (code, code_for(host), link)

    answers = [join(newcomer(host), each).status_code for each in codes]

    assert answers == [422, 303, 303]

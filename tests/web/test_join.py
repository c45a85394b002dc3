"""Joining by a link or a code: only a tap does it, and guessing does not help."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import select, update

from scorepad.db.engine import db
from scorepad.db.tables import Device, Invite, JoinCode, Membership, RateCount
from scorepad.services import invites
from scorepad.services.rate_limits import WRONG_CODE
from tests.support.invitations import code_for, join, let_in, link_for, post
from tests.support.phone import Phone
from tests.support.stored import count

BOT = {"User-Agent": "WhatsApp/2.23 (link preview)", "Sec-Purpose": "prefetch"}


@pytest.fixture
def host(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    return either_phone


@pytest.fixture
def app_of(host):
    return host.client.application


@pytest.fixture
def guest(app_of):
    return Phone(app_of.test_client())


def end(app, table):
    """Let the time of every link or code be over."""
    with app.app_context():
        over = datetime.now(UTC) - timedelta(seconds=1)
        db.session().execute(update(table).values(ends_at=over))
        db.session().commit()


def statuses(app, *codes):
    """Try each of the codes on a new device; return the statuses."""
    answers = [join(Phone(app.test_client()), code) for code in codes]
    for answer in answers:
        assert answer.status_code == 303 or "Set-Cookie" not in answer.headers
    return [answer.status_code for answer in answers]


PASTED = ("{}", "http://localhost/join#{}", "  {}\n")
NO_CODES = ["\0AAAAAAA", "ÄÖÜÄÖÜÄÖ", "AAAA!AAA", 24 * "\0", "x" * 22]


def test_links_are_pasted_and_codes_typed_as_people_do_until_they_end(app_of, host):
    by_hand, link = link_for(host, "player"), link_for(host, "player")
    with app_of.app_context():
        first = db.session().scalars(select(Invite).order_by(Invite.id)).first().uuid
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


def test_i06_what_cannot_be_a_code_opens_nothing(app_of):
    assert statuses(app_of, *NO_CODES) == [422] * len(NO_CODES)
    with app_of.app_context():
        assert not wrong_codes()


def test_n12_opening_the_address_changes_nothing(app_of, host, guest):
    secret = link_for(host, "player")
    before = [count(app_of, each) for each in (Device, Membership, Invite)]

    for headers in ({}, BOT):
        answer = guest.client.get(f"/join?code={secret}", headers=headers)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
        assert secret not in answer.text

    assert [count(app_of, each) for each in (Device, Membership, Invite)] == before
    assert join(guest, secret).status_code == 303


def wrong_codes():
    """How many wrong codes are counted, by group and by hash of an address."""
    counts = select(RateCount.who, RateCount.times).where(RateCount.what == WRONG_CODE)
    return dict(db.session().execute(counts).all())


def wrong(code, number):
    return f"{code[:3]}{number:05}"


def guess(app, code, number):
    """Try a wrong code from an address of its own."""
    guest, address = Phone(app.test_client()), {"REMOTE_ADDR": f"203.0.113.{number}"}
    return join(guest, wrong(code, number), environ_base=address).status_code


def test_n06_tries_of_a_clock_set_back_keep_nobody_out(app_of, host, guest):
    code = code_for(host)
    ahead = datetime.now(UTC) + timedelta(days=2)
    with app_of.app_context():
        wrong = RateCount(what=WRONG_CODE, who=host.group, since=ahead, times=60)
        db.session().add(wrong)
        db.session().commit()

    assert join(guest, code).status_code == 303


def test_s07_an_address_of_its_own_making_is_not_believed(app_of, host, monkeypatch):
    monkeypatch.setattr(invites, "WRONG_PER_ADDRESS", 10)
    other = Phone(app_of.test_client())
    other.found_group()
    codes = code_for(host), code_for(other)
    answers = [
        join(
            Phone(app_of.test_client()),
            wrong(codes[number % 2], number),
            environ_overrides={"HTTP_X_FORWARDED_FOR": f"203.0.113.{number}"},
        ).status_code
        for number in range(11)
    ]

    assert answers[-1] == 429


def test_the_database_holds_neither_link_nor_code_nor_address(host, tmp_path):
    secret, code = link_for(host, "player"), code_for(host).replace("-", "")
    guest = Phone(host.client.application.test_client())
    join(guest, wrong(code, 5), environ_base={"REMOTE_ADDR": "203.0.113.77"})

    with host.client.application.app_context():
        told = "".join(
            str(row)
            for table in (Invite, JoinCode, RateCount)
            for row in db.session().execute(select(table.__table__))
        )

    assert "player" in told
    for hidden in (secret, code, code[3:], "203.0.113.77"):
        assert hidden not in told


def test_whoever_joins_gets_a_token_made_here(app_of, host):
    planted = Phone(app_of.test_client())
    join(planted, link_for(host, "viewer"))
    victim = Phone(app_of.test_client())
    token = planted.client.get_cookie("s").value
    victim.client.set_cookie("s", token)

    join(victim, link_for(host, "player"))
    assert victim.client.get_cookie("s").value != token
    assert victim.may_read(host.group)

    assert not planted.may_read(host.group)


def test_a_lost_answer_leaves_the_token_before_it_good(app_of, host):
    guest = let_in(host, "viewer")
    token = guest.client.get_cookie("s").value
    join(guest, link_for(host, "player"))
    guest.client.set_cookie("s", token)

    assert guest.may_read(host.group)
    # It is not handed out again: the new one may be on its way.
    assert guest.client.get_cookie("s").value == token
    assert join(guest, link_for(host, "player")).status_code == 303
    assert guest.may_read(host.group)


def test_nobody_gets_less_by_a_link_or_gives_more_than_there_is_to_give(host):
    guest = let_in(host, "scorekeeper")

    join(guest, link_for(host, "viewer"))
    join(host, link_for(host, "viewer"))

    assert guest.get("/invites").status_code == 200
    assert post(host, "/people/name", name="Ours").status_code == 303
    assert post(guest, "/invites", role="player", lasts="day").status_code == 200
    assert post(guest, "/invites", role="scorekeeper", lasts="day").status_code == 403
    assert post(host, "/invites", role="owner", lasts="day").status_code == 422


def test_s31_nobody_becomes_a_player_who_has_a_phone(host, guest):
    """But whoever may let others in has two phones."""
    ute = host.person("Ute")["id"]
    post(let_in(host, "player"), "/me", player=ute)
    join(guest, code_for(host))
    guest.group = host.group
    assert guest.get("/me").text.count(" disabled") == 1

    assert post(guest, "/me", player=ute).status_code == 403
    assert 'aria-current="true"><bdi>' not in guest.get("/me").text
    keeper = let_in(host, "scorekeeper")
    assert " disabled" not in keeper.get("/me").text
    assert post(keeper, "/me", player=ute).status_code == 303


def test_whoever_joins_says_who_it_is(host):
    guest = let_in(host, "player")
    page = guest.get("/me").text
    assert all(f"<bdi>{name}</bdi>" in page for name in ("Anna", "Ute", "Kevin"))

    assert post(guest, "/me", player=host.person("Ute")["id"]).status_code == 303

    page = guest.get("/me").text
    assert page.count('aria-current="true"') == 3  # Ute, the tab, and the language


def test_guesses_at_the_same_moment_jump_no_limit(app_of, host):
    code = code_for(host)

    with ThreadPoolExecutor(8) as together:
        answers = list(together.map(partial(guess, app_of, code), range(32)))

    assert sorted(answers) == [422] * 10 + [429] * 22

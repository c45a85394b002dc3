"""Watching the running games of a group, and taking over a score."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from sqlalchemy import update

from scorepad.db.engine import db
from scorepad.db.tables import GameRow, Membership
from scorepad.services import permissions
from scorepad.web.middleware import auth
from tests.support.invitations import join, let_in, link_for, post
from tests.support.phone import Phone
from tests.web.sealed import own_phone


@pytest.fixture
def game(host):
    return host.start_game("Anna", "Ute", "Kevin")


def live(phone, game, **headers):
    return phone.client.get(f"/g/{phone.group}/games/{game}/live", headers=headers)


def test_an_onlooker_sees_bids_and_totals(host, game):
    host.save_round(game, 1, [1, 0, 1], [1, 0, 0])
    host.save_round(game, 2, [2, None, None])

    page = live(let_in(host, "viewer"), game).text

    assert '<td class="bid">2</td>' in page
    assert page.count('<td class="bid">–</td>') == 2
    for total in ("30", "20", "−10"):
        assert f'<td class="total">{total}</td>' in page
    assert "take-over" not in page


def test_another_phone_takes_over_in_one_tap(host, game):
    host.save_round(game, 1, [1, 0, 1], [1, 0, 0])
    other = own_phone(host, "Ute")
    assert other.save_round(game, 2, [0, 0, 1]).status_code == 403
    assert "Received up to round 1" in live(other, game).text

    answer = post(other, f"/games/{game}/take-over")

    assert answer.status_code == 303
    assert answer.location.endswith(f"#{host.group}/{game}")
    assert other.save_round(game, 2, [0, 0, 1]).status_code == 201
    # Nobody is locked out, and two phones on one round are asked as ever.
    assert host.save_round(game, 2, [1, 1, 1]).status_code == 412
    assert host.save_round(game, 2, [1, 1, 1], seen=1).status_code == 200


@pytest.mark.parametrize("who", [None, "Zoë"])
def test_s31_nor_does_whoever_sits_at_another_table(host, game, who):
    host.start_game("Anna", "Ute", "Zoë")
    other = own_phone(host, who) if who else let_in(host, "player")
    assert "take-over" not in live(other, game).text

    assert post(other, f"/games/{game}/take-over").status_code == 403
    assert other.save_round(game, 1, [0, 0, 1]).status_code == 403


def test_s31_who_says_that_they_sit_there_is_offered_it_at_once(host, game):
    other = let_in(host, "player")
    seen = {"If-None-Match": live(other, game).headers["ETag"]}
    assert live(other, game, **seen).status_code == 304

    post(other, "/me", player=host.person("Ute")["id"])

    assert "take-over" in live(other, game, **seen).text


@pytest.mark.parametrize("role", ["owner", "scorekeeper"])
def test_s31_whoever_keeps_the_score_lets_others_keep_it(host, game, role):
    keeper = host if role == "owner" else let_in(host, role)
    asked = '<input type="hidden" name="game" value="' + game
    assert asked in live(keeper, game).text
    other = let_in(host, "player")
    assert asked not in live(other, game).text

    assert join(other, link_for(keeper, "player", game=game)).status_code == 303

    assert other.save_round(game, 1, [0, 0, 1]).status_code == 201
    assert "keeps score of one game" in keeper.get("/invites").text


@pytest.mark.parametrize("who", ["Ute", None])
def test_s31_nobody_else_hands_a_score_on(host, game, who):
    other = own_phone(host, who) if who else let_in(host, "player")
    if who:
        post(other, f"/games/{game}/take-over")

    path, sent = "/invites", {"role": "player", "lasts": "day", "game": game}
    assert post(other, path, **sent).status_code == 403


def test_only_those_who_sit_at_a_table_bid_there_on_their_phones(host):
    tables = [host.start_game("Anna", "Ute", name) for name in ("Kevin", "Zoë")]
    zoe = own_phone(host, "Zoë")

    bids_there = ["Bid on this phone" in live(zoe, game).text for game in tables]
    assert bids_there == [False, True]


def test_a_stranger_is_told_nothing(phone):
    game = phone.start_game()
    viewer = let_in(phone, "viewer")
    seen = {"If-None-Match": live(viewer, game).headers["ETag"]}
    stranger = Phone(phone.client.application.test_client(), phone.group)
    elsewhere = Phone(stranger.client)
    elsewhere.found_group()

    assert live(viewer, game, **seen).status_code == 304
    assert live(stranger, game).status_code == 404
    assert live(stranger, game, **seen).status_code == 404
    viewer.group = elsewhere.group
    assert live(viewer, game, **seen).status_code == 404


@pytest.mark.parametrize(
    "end",
    [
        "DELETE FROM membership WHERE role = 'viewer'",
        "UPDATE membership SET ends_at = '2026-01-01'",
        "UPDATE device SET token_sha256 = id",
        "UPDATE group_ SET deleted_at = '2026-01-01'",
    ],
)
def test_whoever_is_out_is_out_at_the_next_look(phone, app, end):
    game = phone.start_game()
    viewer = let_in(phone, "viewer")
    seen = {"If-None-Match": live(viewer, game).headers["ETag"]}
    for _ in range(2):
        assert live(viewer, game, **seen).status_code == 304

    with app.app_context():
        path = db.engine.url.database
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(end)

    assert live(viewer, game, **seen).status_code == 404


def test_a_membership_ends_in_its_time(phone, app):
    game = phone.start_game()
    viewer = let_in(phone, "viewer")
    soon = datetime.now(UTC) + timedelta(seconds=1)
    with app.app_context():
        db.session.execute(
            update(Membership).where(Membership.role == "viewer").values(ends_at=soon)
        )
        db.session.commit()
    seen = {"If-None-Match": live(viewer, game).headers["ETag"]}
    assert live(viewer, game, **seen).status_code == 304

    with patch.object(permissions, "datetime") as clock:
        clock.now.return_value = soon
        assert live(viewer, game).status_code == 404
        with patch.object(auth, "datetime", clock):
            assert live(viewer, game, **seen).status_code == 404


def tables(phone, query="", **headers):
    return phone.get(f"/tables{query}", **headers)


def test_each_table_tells_its_round_and_who_leads(host):
    first = host.start_game("Anna", "Ute", "Kevin")
    second = host.start_game("Ada", "Tom", "Zoë", "Mia")
    host.save_round(first, 1, [1, 0, 1], [1, 0, 0])

    page = tables(let_in(host, "viewer")).text

    assert page.index(first) < page.index(second)
    assert "<td>2 of 20</td>" in page
    assert "<td>1 of 15</td>" in page
    assert "<bdi>Anna</bdi> <b>30</b></td>" in page
    assert "<td>–</td>" in page


def test_what_is_over_or_deleted_or_forgotten_is_no_table(host, app):
    over = host.play("Anna", "Ute", "Kevin", rounds=[([1, 0, 1], [1, 0, 0])])
    gone = host.start_game("Anna", "Ute", "Kevin")
    host.save_game(
        gone, host.game_body("Anna", "Ute", "Kevin", deleted=True), seen="g1"
    )
    left = host.start_game("Anna", "Ute", "Kevin")
    with app.app_context():
        row = db.session().query(GameRow).order_by(GameRow.id.desc()).first()
        row.changed_at = row.changed_at.replace(year=2020)
        db.session().commit()

    page = tables(host).text

    assert not [game for game in (over, gone, left) if game in page]
    assert "Nobody is playing right now." in page

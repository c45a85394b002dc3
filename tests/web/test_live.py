"""Watching the running games of a group, and taking over a score."""

import sqlite3
from contextlib import closing

import pytest

from scorepad.db.engine import db
from tests.support.clock import clock_off_by
from tests.support.invitations import join, let_in, link_for, own_phone, post
from tests.support.phone import Phone, in_one_line
from tests.support.stored import each_from_here


@pytest.fixture
def game(host):
    return host.start_game("Anna", "Ute", "Kevin")


def live(phone, game, **headers):
    return phone.client.get(f"/g/{phone.group}/games/{game}/live", headers=headers)


def test_a_spectator_sees_the_score_and_a_player_takes_it_over_in_one_tap(host, game):
    host.save_round(game, 1, [1, 0, 1], [1, 0, 0])
    other = own_phone(host, "Ute")
    assert other.save_round(game, 2, [0, 0, 1]).status_code == 403
    assert "Received up to round 1" in live(other, game).text

    answer = post(other, f"/games/{game}/take-over")

    assert answer.status_code == 303
    assert answer.location.endswith(f"#{host.group}/{game}")
    assert other.save_round(game, 2, [2, None, None]).status_code == 201
    # Nobody is locked out, and two phones on one round are asked as ever.
    assert host.save_round(game, 2, [1, 1, 1]).status_code == 412
    page = in_one_line(live(let_in(host, "viewer"), game).text)
    assert '<td class="bid">2</td>' in page
    assert page.count('<td class="bid">–</td>') == 2
    for total in ("30", "20", "−10"):
        assert f'<td class="total">{total}</td>' in page
    assert "take-over" not in page
    assert host.save_round(game, 2, [1, 1, 1], seen=1).status_code == 200


@pytest.mark.parametrize("who", [None, "Zoë"])
def test_s31_only_devices_of_players_at_the_table_are_offered_it(host, game, who):
    elsewhere = host.start_game("Anna", "Ute", "Zoë")
    other = own_phone(host, who) if who else let_in(host, "player")
    seen = {"If-None-Match": live(other, game).headers["ETag"]}
    assert "take-over" not in live(other, game).text
    bids = ["Bid on this phone" in live(other, each).text for each in (game, elsewhere)]

    assert bids == [False, who == "Zoë"]
    assert post(other, f"/games/{game}/take-over").status_code == 403
    assert other.save_round(game, 1, [0, 0, 1]).status_code == 403
    assert live(other, game, **seen).status_code == 304
    post(other, "/me", player=host.person("Kevin")["id"])
    assert "take-over" in live(other, game, **seen).text  # at once


@pytest.mark.parametrize("role", ["owner", "scorekeeper"])
def test_s31_the_scorekeeper_lets_other_devices_keep_the_score(host, game, role):
    keeper = host if role == "owner" else let_in(host, role)
    asked = '<input type="hidden" name="game" value="' + game
    assert asked in live(keeper, game).text
    other, sits = let_in(host, "player"), own_phone(host, "Ute")
    assert asked not in live(other, game).text

    assert join(other, link_for(keeper, "player", game=game)).status_code == 303

    assert other.save_round(game, 1, [0, 0, 1]).status_code == 201
    assert "keeps score of one game" in keeper.get("/invites").text
    # Nobody else hands a score on.
    post(sits, f"/games/{game}/take-over")
    for each in (sits, let_in(host, "player")):
        sent = {"role": "player", "lasts": "day", "game": game}
        assert post(each, "/invites", **sent).status_code == 403


ENDS = [
    "DELETE FROM membership WHERE role = 'viewer'",
    "UPDATE membership SET ends_at = '2026-01-01'",
    "UPDATE device SET token_sha256 = id",
    "UPDATE group_ SET deleted_at = '2026-01-01'",
]


def test_strangers_and_removed_devices_get_nothing_at_the_next_poll(phone, app):
    game = phone.start_game()
    viewer = let_in(phone, "viewer")
    elsewhere = Phone(app.test_client())
    elsewhere.create_group()
    stranger = Phone(elsewhere.client, phone.group)
    seen = {"If-None-Match": live(viewer, game).headers["ETag"]}
    assert live(stranger, game).status_code == 404
    assert live(stranger, game, **seen).status_code == 404
    assert live(elsewhere, game, **seen).status_code == 404
    with app.app_context():
        path = db.engine.url.database

    for end in each_from_here(app, ENDS, phone, viewer):
        for _ in range(2):
            assert live(viewer, game, **seen).status_code == 304, end
        with closing(sqlite3.connect(path)) as other, other:
            other.execute(end)
        assert live(viewer, game, **seen).status_code == 404, end


def test_each_table_shows_its_round_and_who_leads_until_it_is_over(host):
    """Or deleted, or forgotten."""
    names = ("Anna", "Ute", "Kevin")
    over = host.play(*names, rounds=[([1, 0, 1], [1, 0, 0])])
    gone = host.start_game(*names)
    host.save_game(gone, host.game_body(*names, deleted=True), seen="g1")
    first = host.start_game(*names)
    second = host.start_game("Ada", "Tom", "Zoë", "Mia")
    host.save_round(first, 1, [1, 0, 1], [1, 0, 0])

    page = in_one_line(let_in(host, "viewer").get("/tables").text)

    assert page.index(first) < page.index(second)
    assert "<td>2 of 20</td>" in page
    assert "<td>1 of 15</td>" in page
    assert "<bdi>Anna</bdi> <b>30</b></td>" in page
    assert "<td>–</td>" in page
    assert not {game for game in (over, gone) if game in page}
    with clock_off_by(days=100):
        assert "No game is being played right now." in host.get("/tables").text

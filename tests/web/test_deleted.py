"""Deleted games: gone from the lists, and restorable for thirty days."""

import pytest

from tests.support import towers_table
from tests.support.clock import let_pass
from tests.support.invitations import join, let_in, link_for, own_phone, post
from tests.support.phone import THREE, Phone


def restore(phone, game):
    return post(phone, f"/games/{game}/restore")


@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_a_deleted_game_takes_neither_rounds_nor_bids(host, mode):
    game = host.start_game(*THREE, bid_mode=mode)
    host.change_game(game, deleted=True)

    saved = host.save_round(game, 1, [None] * 3)
    answers = saved, host.bid(game, 1, 0, 1)

    for answer in answers:
        assert answer.status_code == 409
        assert answer.json["objections"][0]["problem"] == "game_deleted"
    assert host.get_game(game).json["rounds"] == []


def test_r09_a_deleted_game_comes_back_with_all_its_rounds_for_thirty_days(
    either_app, either_phone
):
    game = either_phone.play("Thomas", "Ute", "Kevin")
    revision = either_phone.change_game(game, deleted=True).json["revision"]
    let_pass(either_app, 7)
    assert game not in either_phone.get("/seasons/1").text
    page = either_phone.get("/deleted").text
    for said in ("Thomas", f"/games/{game}/restore", "23"):
        assert said in page

    answer = restore(either_phone, game)

    assert answer.status_code == 303
    assert answer.location == f"/g/{either_phone.group}/seasons/1/games"
    state = either_phone.get_game(game).json
    assert (state["deleted"], state["revision"]) == (False, revision + 1)
    assert state["rounds"][0]["tricks"] == [0, 1, 0]
    assert game in either_phone.get("/seasons/1").text
    assert game not in either_phone.get("/deleted").text

    gone = either_phone.change_game(game, deleted=True)
    let_pass(either_app, 31)
    assert game not in either_phone.get("/deleted").text
    assert restore(either_phone, game).status_code == 404
    late = either_phone.game_body("Thomas", "Ute", "Kevin")
    seen = gone.json["revision"]
    assert either_phone.save_game(game, late, seen=seen).status_code == 404
    assert either_phone.get_game(game).json["deleted"] is True


def deleted_by(phone, game):
    seen = phone.get_game(game).json["revision"]
    body = {**phone.game_body("Thomas", "Ute", "Kevin"), "deleted": True}
    return phone.save_game(game, body, seen=f"g{seen}").status_code


def test_s31_scorekeepers_delete_a_game_and_its_players_restore_it(
    either_phone,
):
    game = either_phone.start_game("Thomas", "Ute", "Kevin")
    player, sits = let_in(either_phone, "player"), own_phone(either_phone, "Ute")
    assert post(sits, f"/games/{game}/take-over").status_code == 303
    assert sits.save_round(game, 1, [1, 0, 0]).status_code == 201

    assert [deleted_by(each, game) for each in (player, sits)] == [403, 403]

    assert either_phone.get_game(game).json["deleted"] is False
    given = let_in(either_phone, "player")
    join(given, link_for(either_phone, "player", game=game))
    assert deleted_by(given, game) == 200
    assert deleted_by(sits, game) == 200  # it is so already
    assert restore(sits, game).status_code == 303


@pytest.mark.parametrize(("who", "shown"), [("Ute", "Ute"), (None, "another device")])
@pytest.mark.parametrize("word", ["games", "towers"])
def test_s31_who_deleted_a_game_is_shown(either_phone, who, shown, word):
    names = ("Thomas", "Ute", "Kevin")
    start = towers_table.play if word == "towers" else Phone.start_game
    game = start(either_phone, *names)
    keeper = let_in(either_phone, "scorekeeper")
    if who:
        post(keeper, "/me", player=either_phone.person(who)["id"])
    if word == "games":
        deleted_by(keeper, game)
    else:
        post(keeper, f"/towers/{game}/delete")

    assert f"Deleted by {shown}" in either_phone.get("/deleted").text
    path = f"/api/groups/{either_phone.group}/{word}/{game}"
    told = {"name": who, "kind": None, "you": False}
    assert either_phone.client.get(path).json["deleted_by"] == told
    assert keeper.client.get(path).json["deleted_by"]["you"] is True

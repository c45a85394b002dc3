"""Games of the same people in two groups are moved into one."""

import threading
import time
from uuid import uuid4

import pytest

from scorepad.services import players
from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import let_in, post
from tests.support.phone import Phone
from tests.support.wide import first_of
from tests.web.test_players_of_a_group import names_offered, player, wins


@pytest.fixture
def host(either_phone):
    """The owner of the first group, and of the second with the same browser."""
    either_phone.play("Anna", "Ute", "Kevin")
    return either_phone


@pytest.fixture
def second(host):
    other = Phone(host.client)
    other.game = other.play("Anna", "Ute", "Zoë")
    return other


def test_games_move_and_their_people_are_found_by_name(host, second):
    answer = post(second, f"/games/{second.game}/move", into=host.group)

    assert answer.status_code == 303
    assert answer.location == f"/g/{host.group}/games/{second.game}"
    assert host.client.get(answer.location).status_code == 200
    assert names_offered(host) == ["Anna", "Ute", "Kevin", "Zoë"]
    assert wins(host) == {host.people["Ute"]: 2}
    assert wins(second) == {}
    assert second.get_game(second.game).status_code == 404
    assert host.get_game(second.game).json["revision"] == 4

    second.play("Kevin", "Ute", "Zoë")
    answer = post(second, "/move", into=host.group)  # the whole group
    assert (answer.status_code, answer.location) == (303, f"/g/{host.group}/")
    assert wins(host) == {host.people["Ute"]: 3}
    assert second.get("/").status_code == 404


def test_a_game_that_is_in_both_groups_stays_in_both(host, second):
    body = host.game_body("Anna", "Ute", "Kevin")
    assert host.save_game(second.game, body, seen=None).status_code == 201

    assert post(second, "/move", into=host.group).status_code == 409

    assert second.get_game(second.game).status_code == 200


@pytest.mark.parametrize("role", ["scorekeeper", "player", "viewer"])
def test_only_the_owner_of_both_moves(host, role):
    other = let_in(host, role)
    own = Phone(other.client)
    own.game = own.play("Anna", "Ute", "Zoë")

    assert post(own, "/move", into=host.group).status_code == 403
    assert post(own, f"/games/{own.game}/move", into=host.group).status_code == 403
    assert post(other, "/move", into=own.group).status_code == 403

    assert len(wins(own)) == len(wins(host)) == 1


@pytest.mark.parametrize("word", first_of(["games", "towers"]))
@pytest.mark.parametrize("look", [1, 2, 3])
def test_r13_a_game_founded_while_its_group_moves_is_not_lost(
    host, second, monkeypatch, word, look
):
    """It waits while the first game is moved, or the last one, or after that.

    The waiting request goes on as soon as that has ended.
    """
    second.play("Anna", "Ute", "Zoë")
    keeper, looks, told = let_in(second, "scorekeeper"), [], []
    game = str(uuid4())

    def found_game():
        told.append(towers_table.begin(keeper, game, "Anna", "Ute", word=word))

    founding = threading.Thread(target=found_game)
    known_games = players.known_games
    move_some = players._move_some  # noqa: SLF001 - between one and the next

    def let_somebody_wait(*args, **more):
        looks.append(args)
        if len(looks) == look:
            founding.start()
            time.sleep(0.5)
        return known_games(*args, **more)

    def let_whoever_waited_go_on(*args):
        left = move_some(*args)
        if len(looks) == look:
            founding.join()
        return left

    monkeypatch.setattr(players, "AT_ONCE", 1)
    monkeypatch.setattr(players, "known_games", let_somebody_wait)
    monkeypatch.setattr(players, "_move_some", let_whoever_waited_go_on)

    assert post(second, "/move", into=host.group).status_code == 303

    if len(looks) < look:
        founding.start()
        founding.join()
    there = host.client.get(towers_table.path(host, game, word))
    assert told[0].status_code == (201 if look == 1 else 404)
    assert there.status_code == (200 if look == 1 else 404)


@pytest.fixture
def turned(second):
    """A game with a round that was entered and corrected before the seats changed."""
    game = second.start_game("Thomas", "Ute", "Kevin", "Ana")
    second.save_round(game, 1, [0, 1, 0, 0], [0, 1, 0, 0])
    second.save_round(game, 1, [0, 1, 1, 0], [0, 1, 0, 0], seen=1)
    anew = second.game_body("Ana", "Ute", "Kevin", "Thomas", seating=1)
    assert second.save_game(game, anew, seen=3).status_code == 200
    return game


def kept_bids(phone, game):
    told = phone.client.get(f"{phone.game_path(game)}/rounds/1/history").json
    return [state["body"]["bids"] for state in told["states"]]


def test_r11_the_history_of_a_moved_game_is_told_of_its_people(host, second, turned):
    before = kept_bids(second, turned)
    assert before == [[0, 1, 1, 0], [0, 1, 1, 0], [0, 1, 0, 0]]
    # Ana turned out to be somebody else.
    merged = player(second, "Ana", "merge", into=second.person("Anna")["id"])
    assert merged.status_code == 303
    assert kept_bids(second, turned) == before

    post(second, f"/games/{turned}/move", into=host.group)

    assert kept_bids(host, turned) == before
    settings = host.client.get(f"{host.game_path(turned)}/history").json["states"]
    now = [each["id"] for each in host.get_game(turned).json["players"]]
    for state in settings:  # which can be put back
        assert sorted(state["body"]["players"]) == sorted(now)


def test_a_tournament_moves_with_its_group_and_its_games_not_alone(host, second):
    people = "Ute, Owls", "Anna", "Kevin", "Zoë", "Late Linda"
    director = Director(second, people, games=1)
    director.next_game([50, 40, 30, 20, 10])
    (game,) = director.games()
    standings = director.page("/standings.csv").text
    assert post(second, f"/games/{game}/move", into=host.group).status_code == 404
    assert f"{game}/move" not in second.get(f"/games/{game}").text

    assert post(second, "/move", into=host.group).status_code == 303

    director.path = director.path.replace(second.group, host.group)
    assert director.page("/standings.csv").text == standings
    assert "Owls" in director.page("/players").text
    assert host.get_game(game).json["season"] == 2
    assert director.draw() is None

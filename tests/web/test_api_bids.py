"""Separate bids: each seat's is a resource, hidden if the game says so.

A player's own phone: chips, a card face down, and everybody's bids.
"""

import re

import pytest

from tests.support.invitations import let_in, own_phone, post
from tests.support.phone import THREE


@pytest.fixture
def host(either_phone):
    either_phone.create_group()
    return either_phone


@pytest.fixture
def game(host):
    """A game of Anna, Ute and Kevin with hidden bids."""
    return host.start_game(*THREE, bid_mode="hidden")


def round_of(phone, game, number):
    rounds = phone.get_game(game).json["rounds"]
    return next((each for each in rounds if each["number"] == number), None)


def bids_at(phone, game, number=1):
    return phone.client.get(f"{phone.game_path(game)}/rounds/{number}/bids").json


def who_has_bid(phone, game, number=1):
    seats = bids_at(phone, game, number)["seats"]
    return {each["seat"]: each["bid_by"] for each in seats if each["bid_by"]}


def problem_of(answer):
    return answer.json["objections"][0]["problem"]


@pytest.mark.parametrize("mode", ["hidden", "slips"])
def test_r07_the_last_hidden_bid_shows_all_of_them_and_a_later_one_is_too_late(
    host, mode
):
    game = host.start_game(*THREE, bid_mode=mode)
    anna, ute = own_phone(host, "Anna"), own_phone(host, "Ute")

    first = anna.bid(game, 1, 0, 1)
    assert (first.status_code, first.json["revealed"]) == (201, None)
    assert ute.bid(game, 1, 1, 0).json["revealed"] is None
    assert round_of(host, game, 1) is None
    last = host.bid(game, 1, 2, 1)

    assert last.json["revealed"]["bids"] == [1, 0, 1]
    assert round_of(ute, game, 1) == last.json["revealed"]
    told = bids_at(ute, game)
    assert told["state"]["bids"] == [1, 0, 1]
    assert told["reveals_at"] > last.json["saved_at"]
    assert told["state"].get("late_bids", []) == []
    late = anna.bid(game, 1, 0, 0, seen=1)
    assert (late.status_code, problem_of(late)) == (409, "bids_revealed")
    assert late.json["current"]["bids"] == [1, 0, 1]
    assert late.headers["ETag"] == '"1"'


def test_a_phone_learns_who_has_bid_and_overwrites_nothing_unseen(host, game):
    own_phone(host, "Anna").bid(game, 1, 0, 1)
    host.bid(game, 1, 2, 0)

    told = bids_at(let_in(host, "viewer"), game)
    unseen = host.bid(game, 1, 2, 1)

    assert told["seats"] == [
        {"seat": 0, "phone": True, "bid_by": "own", "bid": None},
        {"seat": 1, "phone": False, "bid_by": None, "bid": None},
        {"seat": 2, "phone": False, "bid_by": "table", "bid": None},
    ]
    assert (told["mode"], told["state"], told["closed"]) == ("hidden", None, False)
    assert unseen.status_code == 412
    assert unseen.json["current"] == {"round": 1, "seat": 2, "revision": 1}
    assert host.bid(game, 1, 1, 1, seen=4).status_code == 412


NO_BIDS = [
    *((1, 0, 2, "bid_range"), (1, 0, -1, "bid_range"), (1, 9, 0, "seat_range")),
    *((0, 0, 0, "round_range"), (21, 0, 0, "round_range"), (1, 0, None, "shape")),
    *((1, 0, "1", "shape"),),
]


def test_only_a_bid_of_ones_own_seat_or_of_the_scorekeeper_is_accepted(host, game):
    anna, stranger = own_phone(host, "Anna"), let_in(host, "player")
    viewer, keeper = let_in(host, "viewer"), let_in(host, "scorekeeper")

    for number, seat, value, problem in NO_BIDS:
        refused = host.bid(game, number, seat, value)
        assert (refused.status_code, problem_of(refused)) == (422, problem)
    for who, seat in ((anna, 1), (anna, 7), (stranger, 0), (viewer, 0)):
        assert who.bid(game, 1, seat, 0).status_code == 403
    assert keeper.bid(game, 1, 1, 0).status_code == 201
    assert anna.bid(game, 1, 0, 0).status_code == 201
    post(anna, f"/games/{game}/take-over")
    assert anna.bid(game, 1, 2, 0).status_code == 201


def test_r07_a_sealed_bid_is_not_overwritten(host, game):
    anna, thief = own_phone(host, "Anna"), own_phone(host, "Anna", "scorekeeper")
    anna.bid(game, 1, 0, 1)

    for other in (host, thief):
        answer = other.bid(game, 1, 0, 0, seen=1)
        assert (answer.status_code, problem_of(answer)) == (409, "bid_sealed")
        assert "Anna" in answer.json["objections"][0]["expected"]
    typed = host.save_round(game, 1, [0, None, None])
    assert typed.json["objections"][0]["field"] == "bids/0"
    assert anna.bid(game, 1, 0, 0, seen=1).status_code == 200


def test_r07_a_missing_bid_is_typed_in_at_the_reveal_and_marked_late(host, game):
    host.save_round(game, 2, [None] * 3, trump="red")
    own_phone(host, "Anna").bid(game, 2, 0, 2)

    refused = host.save_round(game, 2, [None, 1, None], seen=1)
    assert refused.status_code == 422
    (missing,) = refused.json["objections"]
    assert (missing["problem"], missing["seat"]) == ("bid_missing", 2)
    shown = host.save_round(game, 2, [None, 1, 0], seen=1, trump="red")

    assert shown.json["bids"] == [2, 1, 0]
    assert shown.json["late_bids"] == [1, 2]
    played = host.save_round(game, 2, [2, 1, 0], [1, 1, 0], seen=2)
    assert played.json["late_bids"] == [1, 2]
    told = [1, 2]
    unmarked = host.save_round(game, 2, [2, 1, 0], [1, 1, 0], seen=3, late_bids=[1])
    assert unmarked.json["late_bids"] == told[:1]


def test_secret_bids_are_shown_with_the_tricks(host):
    game = host.start_game(*THREE, bid_mode="secret")
    early = host.save_round(game, 1, [1, 0, 0])
    assert (early.status_code, problem_of(early)) == (409, "bids_sealed")
    other = host.start_game(*THREE, bid_mode="secret")
    assert host.save_round(other, 1, [1, 0, 0], [1, 0, 0]).status_code == 201
    anna = own_phone(host, "Anna")
    anna.bid(game, 1, 0, 1)
    host.bid(game, 1, 1, 0)
    assert bids_at(anna, game)["closed"] is False
    assert host.bid(game, 1, 2, 1).json["revealed"] is None
    assert bids_at(anna, game)["closed"] is True

    tapped = host.save_round(game, 1, [None] * 3, winners=[0])
    assert tapped.json["bids"] == [None] * 3
    played = host.save_round(game, 1, [None] * 3, [1, 0, 0], seen=1)

    assert played.json["bids"] == [1, 0, 1]
    assert round_of(anna, game, 1)["tricks"] == [1, 0, 0]
    assert who_has_bid(host, game) == {}


def test_dealing_again_discards_sealed_bids(host, game):
    own_phone(host, "Anna").bid(game, 1, 0, 1)

    host.save_round(game, 1, [None] * 3, dealt_again=True)
    assert who_has_bid(host, game) == {}
    own_phone(host, "Ute").bid(game, 1, 1, 1)
    whole = host.save_round(game, 1, [0, 0, 0], seen=1, dealt_again=True)

    assert whole.json["bids"] == [0, 0, 0]
    assert "late_bids" not in whole.json


def test_the_bid_mode_cannot_change_while_some_bids_are_sealed(host, game):
    own_phone(host, "Anna").bid(game, 2, 0, 1)

    opened = host.save_game(game, host.game_body(*THREE), seen="g2")
    hands = host.game_body(*THREE, bid_mode="hidden", schedule="reverse")
    dealt = host.save_game(game, hands, seen="g2")
    others = host.game_body("Mia", "Ute", "Kevin", bid_mode="hidden")
    seated = host.save_game(game, others, seen="g2")

    assert [a.status_code for a in (opened, dealt, seated)] == [409, 409, 409]
    assert [*map(problem_of, (opened, dealt))] == ["bids_sealed", "cards_fixed"]


def test_sealed_bids_move_with_their_people(host, game):
    own_phone(host, "Anna").bid(game, 2, 0, 2)

    body = host.game_body("Kevin", "Anna", "Ute", bid_mode="hidden", seating=1)
    assert host.save_game(game, body, seen="g2").status_code == 200

    assert who_has_bid(host, game, 2) == {1: "own"}
    assert problem_of(host.bid(game, 2, 0, 0)) == "seats_changed"
    host.bid(game, 2, 0, 0, seating=1)
    last = host.bid(game, 2, 2, 1, seating=1)
    assert last.json["revealed"]["bids"] == [0, 2, 1]


def test_an_open_bid_ends_in_the_scorekeepers_round(host):
    game = host.start_game(*THREE, bid_mode="open")
    ute, kevin = own_phone(host, "Ute"), own_phone(host, "Kevin")
    ute.bid(game, 1, 1, 1)
    kevin.bid(game, 1, 2, 0)

    host.save_round(game, 1, [None, 1, None])

    assert who_has_bid(host, game) == {2: "own"}
    entered = ute.bid(game, 1, 1, 0)
    assert (entered.status_code, problem_of(entered)) == (409, "bid_entered")
    assert kevin.bid(game, 1, 2, 1, seen=1).status_code == 200


def seat(phone, game, query=""):
    return phone.get(f"/games/{game}/seat{query}")


def choose(phone, game, value, *, of=0, number=1, seating=0):
    form = {"round": number, "seat": of, "seating": seating, "bid": value}
    return post(phone, f"/games/{game}/seat", **form)


def phase(page):
    return re.search(r'data-phase="(\w+)"', page.text).group(1)


def chips(page):
    return re.findall(r'name="bid" value="(\d+)"', page.text)


def test_a_bid_is_changed_until_the_last_one_is_in(host, game):
    anna = own_phone(host, "Anna")
    choose(anna, game, 1)
    assert chips(seat(anna, game, "?change")) == ["0", "1"]

    choose(anna, game, 0)
    assert choose(anna, game, 1, of=1).status_code == 403
    host.bid(game, 1, 1, 1)
    host.bid(game, 1, 2, 1)

    page = seat(anna, game)
    assert phase(page) == "play"
    assert re.findall(r"uncovers\">(\d)<", page.text)[1:] == ["1", "1", "0"]
    assert 0 < int(re.search(r'data-waits="(\d+)"', page.text).group(1)) <= 3000
    assert choose(anna, game, 1).status_code == 303
    assert phase(seat(anna, game)) == "play"


def test_only_the_phone_that_put_a_bid_shows_it_face_down(host):
    game = host.start_game(*THREE, bid_mode="hidden", schedule="reverse")
    anna, second = own_phone(host, "Anna"), own_phone(host, "Anna", "scorekeeper")
    page = seat(anna, game)
    assert (phase(page), len(chips(page))) == ("bid", 21)
    assert choose(anna, game, 17).status_code == 303

    post(host, "/me", player=host.people["Anna"])

    for other in (second, host):
        page = seat(other, game)
        assert phase(page) == "sealed"
        assert "another phone" in page.text
        assert 'class="face"' not in page.text
        assert "?change" not in page.text
        choose(other, game, 0)
    page = seat(anna, game)
    assert (phase(page), chips(page)) == ("sealed", [])
    assert '<span class="face">17</span>' in page.text
    assert "1 of 3 has bid" in page.text


def test_secret_bids_wait_for_the_tricks(host):
    game = host.start_game(*THREE, bid_mode="secret")
    anna = own_phone(host, "Anna")
    choose(anna, game, 1)
    host.bid(game, 1, 1, 0)
    host.bid(game, 1, 2, 0)
    page = seat(anna, game)
    assert phase(page) == "closed"
    assert "?change" not in page.text

    host.save_round(game, 1, [None] * 3, [1, 0, 0])

    page = seat(anna, game)
    assert (phase(page), chips(page)) == ("bid", ["0", "1", "2"])
    assert "Round 1: bid 1, took 1" in page.text
    assert "+30" in page.text


def test_in_open_bidding_the_dealers_barred_bid_is_struck_out(host):
    rule = {"mode": "last_bidder", "min_cards": 1, "zero_always_allowed": False}
    game = host.start_game(*THREE, bid_mode="open", even_bid_rule=rule)
    anna, ute = own_phone(host, "Anna"), own_phone(host, "Ute")
    assert "Ute bids before you." in seat(anna, game).text

    assert "Your turn" in seat(ute, game).text
    choose(ute, game, 1, of=1)
    host.save_round(game, 1, [None, 1, 0])

    page = seat(anna, game).text
    assert re.search(r'value="0" tabindex="-1" disabled', page)
    assert "0 not allowed (±1)" in page
    assert phase(seat(ute, game)) == "play"


def test_numbers_are_silent_until_headphones_are_on(host, game):
    anna = own_phone(host, "Anna")

    silent, heard = seat(anna, game).text, seat(anna, game, "?headphones").text

    assert '<div class="chips" aria-hidden="true">' in silent
    assert silent.count('tabindex="-1"') == 2 + len(["main"])
    assert 'aria-hidden="true"' not in heard[heard.index('class="chips') :][:60]
    choose(anna, game, 1)
    sealed = seat(anna, game, "?headphones").text
    assert '<button class="card-back" type="button" aria-hidden="true"' in sealed

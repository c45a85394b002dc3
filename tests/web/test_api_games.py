"""Saving games and rounds over the JSON API, as phones do."""

import secrets
from uuid import uuid4


def test_a_round_keeps_that_the_first_seat_deals_and_named_trump(either_phone):
    game = either_phone.start_game(edition=["werewolf"])

    either_phone.save_round(game, 1, [1, 0, 0, 0], dealer=0, named_by=0)

    stored = either_phone.get_game(game).json["rounds"][0]
    assert (stored["dealer"], stored["named_by"]) == (0, 0)


def test_a_key_with_another_request_is_refused(either_phone):
    game = either_phone.start_game()
    key = secrets.token_hex(16)
    either_phone.save_round(game, 1, [1, 0, 0, 0], key=key)

    other = either_phone.save_round(game, 1, [0, 0, 0, 0], key=key)

    assert other.status_code == 422
    assert either_phone.get_game(game).json["revision"] == 2


def test_i07_the_same_name_under_two_ids_is_refused_with_the_name(either_phone):
    either_phone.start_game("Anna", "Ute", "Kevin")
    body = either_phone.game_body("Ute", "Kevin", "Thomas")
    body["players"].append({"id": str(uuid4()), "name": "ＡＮＮＡ"})

    answer = either_phone.save_game(str(uuid4()), body, seen=None)

    assert answer.status_code == 409
    assert answer.json["objections"][0]["field"] == "players/3/name"
    assert "Anna" in answer.json["objections"][0]["expected"]


def test_a_save_is_answered_with_what_is_told_of_the_game_from_then_on(phone):
    phone.found_group()
    game = str(uuid4())
    began = phone.game_body(started_at="2026-11-21T20:14:00+01:00")

    answer = phone.save_game(game, began, seen=None)

    assert answer.json["started_at"] == "2026-11-21T19:14:00+00:00"
    assert {**answer.json, "rounds": []} == phone.get_game(game).json


NOTHING = [None] * 4


def test_an_unwritten_round_is_saved_and_the_game_goes_on(either_phone):
    game = either_phone.start_game()

    first = either_phone.save_round(game, 1, NOTHING, unwritten=True)
    second = either_phone.save_round(game, 2, [1, 0, 0, 0], [2, 0, 0, 0])

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json["unwritten"]
    rounds = either_phone.get_game(game).json["rounds"]
    assert [each.get("unwritten", False) for each in rounds] == [True, False]


def test_totals_after_an_unwritten_round_are_stored_as_sent(either_phone):
    game = either_phone.start_game()
    totals = [20, -10, 30, 0]

    either_phone.save_round(game, 1, NOTHING, unwritten=True, totals=totals)

    assert either_phone.get_game(game).json["rounds"][0]["totals"] == totals


def test_an_unwritten_round_with_bids_is_refused_with_one_sentence(either_phone):
    game = either_phone.start_game()

    answer = either_phone.save_round(game, 1, [1, 0, 0, 0], unwritten=True)

    assert answer.status_code == 422
    (objection,) = answer.json["objections"]
    assert objection["problem"] == "unwritten_entries"
    assert "not written down" in objection["expected"]


def test_hidden_bids_are_dropped_if_nobody_wrote_the_round_down(either_phone):
    game = either_phone.start_game(bid_mode="hidden")
    bid = f"{either_phone.game_path(game)}/rounds/1/bids/2"
    either_phone.put(bid, {"bid": 1}, seen=None)

    either_phone.save_round(game, 1, NOTHING, unwritten=True, dealt_again=True)

    seats = either_phone.client.get(bid.removesuffix("/2")).json["seats"]
    assert {each["bid_by"] for each in seats} == {None}


def test_foresight_needs_a_first_round_of_one_card(phone):
    phone.found_group()
    three = phone.game_body("Thomas", "Ute", "Kevin", foresight=True)

    refused = phone.save_game(str(uuid4()), {**three, "schedule": "quick"}, seen=None)
    fine = phone.save_game(str(uuid4()), three, seen=None)

    assert (refused.status_code, fine.status_code) == (422, 201)
    (objection,) = refused.json["objections"]
    assert (objection["field"], objection["problem"]) == (
        "foresight",
        "foresight_cards",
    )
    assert objection["expected"].endswith("first round of one card, but it has 2.")


def test_a_game_that_has_foresight_keeps_it_when_a_player_joins(phone):
    game = phone.start_game(foresight=True, schedule="quick")
    five = phone.game_body("Thomas", "Ute", "Kevin", "Anna", "Eva", foresight=True)

    answer = phone.save_game(game, {**five, "schedule": "quick"}, seen="g1")

    assert answer.status_code == 200

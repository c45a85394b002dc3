"""Saving games and rounds over the JSON API, as phones do."""

import re
from uuid import uuid4


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
    game, first = str(uuid4()), {"dealer": 0, "named_by": 0}
    began = {"started_at": "2026-11-21T20:14:00+01:00", "edition": ["werewolf"]}

    answer = phone.save_game(game, phone.game_body(**began), seen=None)

    assert answer.json["started_at"] == "2026-11-21T19:14:00+00:00"
    assert {**answer.json, "rounds": []} == phone.get_game(game).json
    phone.save_round(game, 1, [1, 0, 0, 0], **first)
    (stored,) = phone.get_game(game).json["rounds"]
    assert {key: stored[key] for key in first} == first


EIGHT = ("Thomas", "Ute", "Kevin", "Anna", "Zoë", "Ida", "王小明", "Łukasz")


def test_eight_players_finish_ten_rounds_and_are_filtered_by_the_size_of_the_table(
    either_phone,
):
    phone, game = either_phone, either_phone.start_game(*EIGHT)
    cards = phone.get_game(game).json["cards"]
    for number, hand in enumerate(cards, 1):
        tricks = [hand, *[0] * 7]
        phone.save_round(game, number, tricks, tricks)
    body = phone.game_body(*EIGHT, finished=True)
    assert phone.save_game(game, body, seen="g11").status_code == 200

    assert cards == [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]
    pages = ("seasons/1?players=8", "seasons/1?players=7", "records?players=8")
    texts = [re.sub("<[^>]*>", " ", phone.get(f"/{page}").text) for page in pages]
    shown = [re.search(r"\b690\b", text) is not None for text in texts]
    assert shown == [True, False, True]
    assert phone.get(f"/games/{game}/sheet").text.count("Łukasz") >= len(cards)


def test_an_unwritten_round_is_written_by_bids_and_tricks_without_the_mark(phone):
    """Also from a page that was opened before there was one."""
    game = phone.start_game()
    phone.save_round(game, 1, [None] * 4, unwritten=True, totals=[20, -10, 30, 0])

    answer = phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0], seen="1")

    assert answer.status_code == 200
    (stored,) = phone.get_game(game).json["rounds"]
    assert stored["tricks"] == [1, 0, 0, 0]
    assert stored.keys().isdisjoint({"unwritten", "totals"})


def test_a_game_that_has_foresight_keeps_it_when_a_player_joins(phone):
    game = phone.start_game(foresight=True, schedule="quick")
    five = phone.game_body("Thomas", "Ute", "Kevin", "Anna", "Eva", foresight=True)

    answer = phone.save_game(game, {**five, "schedule": "quick"}, seen="g1")

    assert answer.status_code == 200

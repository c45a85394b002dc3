"""Schedules and scorings: who may play them, and how a document names them."""

import json
from dataclasses import replace

import pytest

from scorepad.games.wizard.document import answer_for, document_of, parse_document
from scorepad.games.wizard.models import Deck, Game, Letters, Round
from scorepad.games.wizard.schedule import (
    Extra,
    Schedule,
    minutes_for,
    objections_to_table,
)
from scorepad.games.wizard.scoring import HouseScoring, Scoring, scoring_called
from tests.support.vectors import vectors

NUMBERS = [(5, 2, 3, 50), (20, 10, 10), (20, 10, 0, 20, 5, -30, 1, 3)]
HOUSES = [HouseScoring(*n) for n in (*NUMBERS, [-1000] * 4, [1000] * 7 + [20])]
TABLE = Game(("Thomas", "Ute", "Kevin"), (1, 2), rounds=(Round((0, 1, 1), (0, 0, 1)),))
EXAMPLE = vectors("example")
DOCUMENT = {**EXAMPLE, "rounds": EXAMPLE["rounds"][:1]}


@pytest.mark.parametrize("scoring", [*Scoring, *HOUSES])
def test_every_scoring_is_read_back_from_its_value_and_its_document(scoring):
    """The longest ones fit where the value is kept, too."""
    game = replace(TABLE, schedule=Schedule.CUSTOM, scoring=scoring)

    assert scoring_called(scoring.value) == scoring
    assert len(scoring.value) <= 32
    assert parse_document(json.dumps(document_of(game))).scoring == scoring


def test_rare_numbers_of_a_formula_count_as_it_says():
    """A miss costs once, tricks and zeros score more, the last round counts double."""
    house = vectors("house")
    scored = [each.pop("points") for each in house["rounds"]]
    totals = house.pop("totals")
    custom = {"schedule": "custom", "scoring": "custom", **house}

    answer = answer_for(parse_document(json.dumps({**DOCUMENT, **custom})))

    assert [each["points"] for each in answer["rounds"]] == scored
    assert answer["totals"] == totals


def test_the_deck_on_the_table_is_told_and_changes_no_points():
    game = parse_document(json.dumps({**DOCUMENT, "deck": "american", "letters": "wj"}))

    assert (game.deck, game.letters) == (Deck.AMERICAN, Letters.WJ)
    assert document_of(game)["deck"] == "american"
    assert answer_for(game) == answer_for(parse_document(json.dumps(DOCUMENT)))


def problems(players, schedule=Schedule.CUSTOM, **also):
    return [each.problem for each in objections_to_table(players, schedule, **also)]


def test_a_game_of_four_takes_eighty_minutes():
    # 15 rounds of two minutes, 480 cards of six seconds: 78 minutes.
    assert minutes_for(range(1, 16), 4) == 80
    assert minutes_for([1], 3) == 5
    assert minutes_for([15] * 5, 4) == 40


def test_a_schedule_for_other_numbers_of_players_is_refused():
    assert problems(8, Schedule.AMIGO_TOURNAMENT) == ["variant_needs_3_to_6_players"]
    assert problems(7, Schedule.SINGLE_COLOUR) == ["variant_needs_3_or_4_players"]
    assert problems(7, Schedule.SPECIAL6) == ["hand_too_large"]
    assert problems(7, custom=[9]) == ["hand_too_large"]
    assert problems(7, custom=[9], edition=set(Extra) - {Extra.CLOUD}) == []


def test_a_hand_is_one_card_at_least_and_what_the_deck_gives_at_most():
    assert problems(4, custom=[1, 15]) == []
    assert problems(4, custom=[0]) == ["hand_too_small"]
    assert problems(4, custom=[16]) == ["hand_too_large"]
    assert problems(4, custom=[16], edition=set(Extra)) == []
    both = ["hand_too_small", "hand_too_large"]
    assert problems(4, custom=[18, -1], edition=set(Extra)) == both
    assert problems(4) == ["hand_too_small"]

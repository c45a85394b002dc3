"""Every scoring: the points of a round, and its name in the document."""

import json
from dataclasses import replace

import pytest

from scorepad.games.wizard.document import answer_for, document_of, parse_document
from scorepad.games.wizard.models import Deck, Game, Letters, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.scoring import HouseScoring, Scoring, scoring_called
from tests.support.vectors import vectors

RARE = HouseScoring(20, 10, 0, 20, 5, -30, 1, 3)
HOUSE = HouseScoring(base=5, per_trick=2, per_miss=3, kept_zero=50)
TABLE = Game(("Thomas", "Ute", "Kevin"), (1, 2), rounds=(Round((0, 1, 1), (0, 0, 1)),))
EXAMPLE = vectors("example")
DOCUMENT = {**EXAMPLE, "rounds": EXAMPLE["rounds"][:1]}


@pytest.mark.parametrize("scoring", [*Scoring, HOUSE, HouseScoring(20, 10, 10), RARE])
def test_every_scoring_is_read_back_from_its_value_and_its_document(scoring):
    game = replace(TABLE, schedule=Schedule.CUSTOM, scoring=scoring)

    assert scoring_called(scoring.value) == scoring
    assert len(scoring.value) <= 32
    assert parse_document(json.dumps(document_of(game))).scoring == scoring


@pytest.mark.parametrize("numbers", [[-1000] * 4, [1000] * 7 + [20]])
def test_the_longest_formula_still_fits_where_it_is_kept(numbers):
    assert len(HouseScoring(*numbers).value) <= 32


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

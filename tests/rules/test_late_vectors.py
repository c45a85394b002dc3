"""The facts of vectors/late.json: games with latecomers and leavers."""

import json
from pathlib import Path

import pytest

from tests.rules import late_model

FILE = Path(__file__).parents[1] / "vectors" / "late.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]


def of_type(kind):
    found = [vector for vector in VECTORS if vector["type"] == kind]
    return pytest.mark.parametrize("vector", found, ids=lambda vector: vector["id"])


@of_type("cards_remaining")
def test_a_pencil_finds_the_same_cards(vector):
    assert late_model.Table(vector["game"]).cards == vector["cards"]


@of_type("deals")
def test_a_pencil_finds_the_same_deals(vector):
    assert late_model.deals(vector["game"]) == vector["rounds"]


@of_type("late_game")
def test_a_pencil_finds_the_same_outcome(vector):
    found = late_model.outcome(vector["game"])

    assert found == {key: vector[key] for key in found}


@of_type("late_bid")
def test_a_pencil_finds_the_same_forbidden_bid(vector):
    assert late_model.forbidden(vector["game"]) == vector["forbidden"]

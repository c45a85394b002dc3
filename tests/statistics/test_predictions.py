"""Prediction accuracy in known rounds, and bids in a line of text."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Extra
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics.predictions import interval_for, is_enough, predictions_of


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    # Where all or none were met: z²/(n + z²); the third by a pocket calculator.
    [(0, 10, 0.0, 0.278), (8, 10, 0.490, 0.943), (10, 10, 0.722, 1.0)],
)
def test_the_interval_is_wilsons(hits, tries, low, high):
    interval = interval_for(hits, tries)

    assert interval.low == pytest.approx(low, abs=0.001)
    assert interval.high == pytest.approx(high, abs=0.001)
    assert interval.share == Fraction(hits, tries)


def test_no_tries_have_no_interval_and_few_say_nothing():
    assert interval_for(0, 0) is None
    assert not is_enough(19)
    assert is_enough(20)


def test_a_round_with_all_cards_dealt_counts_as_one_without_trump():
    whole, some = Round((20, 0, 0), (20, 0, 0)), Round((1, 0, 0), (1, 0, 0))
    game = Game(("Thomas", "Ute", "Kevin"), (1, 20), rounds=(some, whole))
    longer = replace(game, edition=frozenset({Extra.BOMB}))

    for each, known in ((game, False), (longer, None)):
        trumps = [found.trump for found in predictions_of(sheet_of(each), each)]
        assert trumps == [*[None] * 3, *[known] * 3]

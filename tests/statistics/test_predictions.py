"""Prediction accuracy in known rounds, and bids in a line of text."""

from fractions import Fraction

import pytest

from scorepad.games.wizard.models import BidChange, EvenBidRule, Game, Round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics.predictions import (
    interval_for,
    is_enough,
    predictions_of,
)


def test_the_rule_looks_at_the_bids_as_they_were_made():
    # Ute and Kevin bid 1 and 1 of one card: no bid of Thomas could be even.
    # The Cloud takes one of them back, which comes too late for the rule.
    cloud = (BidChange(2, -1),)
    round_ = Round(bids=(0, 1, 1), tricks=(0, 1, 0), bid_changes=cloud)
    names = ("Thomas", "Ute", "Kevin")
    game = Game(names, (1,), rounds=(round_,), even_bid_rule=EvenBidRule())
    changed = predictions_of(sheet_of(game), game)

    assert [each.forced for each in changed] == [False, False, False]
    assert [each.bid for each in changed] == [0, 1, 0]


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

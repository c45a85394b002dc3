"""Predictions as letters: whatever is packed is unpacked again."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.wizard.game import Extra, Scoring
from scorepad.rules.wizard.schedule import SEATS_ALLOWED, deck_size, largest_hand
from scorepad.stats.packing import (
    is_kept,
    letters_of,
    lost_by_one,
    packed,
    unpacked,
    worth,
)
from scorepad.stats.predictions import Place, Prediction

MOST_CARDS = 29
few = st.integers(0, MOST_CARDS)
predictions = st.builds(
    Prediction,
    seat=st.just(0),
    round_=st.just(0),
    cards=few,
    bid=few,
    taken=few,
    place=st.sampled_from(Place),
    trump=st.sampled_from([None, False, True]),
    forced=st.booleans(),
)


@given(st.lists(predictions))
def test_whatever_is_packed_is_unpacked_again(many):
    letters = packed(many)

    assert list(map(unpacked, letters)) == many
    letters.encode()  # no half of a pair, which no database would take


@given(st.lists(predictions))
def test_a_letter_says_whether_the_bid_was_met(many):
    met = [each.bid == each.taken for each in many]
    letters = packed(many)

    assert letters_of(letters) == b"".join(b"x" if each else b"-" for each in met)
    assert list(map(is_kept, letters)) == met


def test_nobody_ever_holds_more_cards_than_a_letter_can_say():
    assert largest_hand(SEATS_ALLOWED[0], deck_size(Extra)) < MOST_CARDS


def test_one_trick_costs_what_it_would_have_brought():
    one = Prediction(0, 0, 7, 3, 2, Place.MIDDLE, trump=True, forced=False)
    letter = packed([one])

    assert worth(letter, Scoring.CLASSIC) == -10
    assert lost_by_one(Counter(letter * 2)) == 2 * (40 + 10)

"""Bids in a line of text: whatever is written is read again."""

from hypothesis import given
from hypothesis import strategies as st

from scorepad.stats.predictions import (
    Place,
    Prediction,
    marks_of,
    read,
    written,
)

few = st.integers(0, 30)
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
def test_whatever_is_written_is_read_again(many):
    assert list(map(read, written(many).split())) == many


@given(st.dictionaries(st.integers(1, 20), st.booleans()))
def test_marks_tell_of_every_round_whether_the_bid_was_met(met):
    bids = [
        Prediction(0, number, 1, 0, 1 - is_met, Place.LAST, None, forced=False)
        for number, is_met in sorted(met.items())
    ]
    marks = marks_of(bids)

    assert len(marks) - marks.count(".") == len(met)
    assert {n: marks[n - 1] == "x" for n in met} == met

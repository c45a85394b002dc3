from scorepad.games.problems import Objection, Problem
from scorepad.games.wizard.models import BidChange, EvenBidRule, Round
from scorepad.games.wizard.validation import objections_to_round


def objections(round_, *, cards=3, players=3, dealer=0, **also):
    found = objections_to_round(
        round_, cards=cards, players=players, dealer=dealer, **also
    )
    return [(each.problem.value, each.seat) for each in found]


def test_tricks_are_missed_once_some_are_there():
    round_ = Round((1, 1, 0), (None, 2, None))

    assert objections(round_) == [("tricks_missing", 0), ("tricks_missing", 2)]


def test_a_round_followed_by_another_has_to_be_complete():
    assert objections(Round((1, None, 0)), followed=True) == [
        ("bid_missing", 1),
        ("tricks_missing", 0),
        ("tricks_missing", 1),
        ("tricks_missing", 2),
    ]


def test_every_problem_is_told_at_once_in_seat_order():
    round_ = Round(
        (4, -1, 1), (9, 0, -1), bid_changes=(BidChange(2, 2),), void_tricks=-1
    )

    assert objections(round_) == [
        ("bid_range", 0),
        ("bid_range", 1),
        ("bid_change_step", 2),
        ("tricks_range", 0),
        ("tricks_range", 2),
        ("void_range", None),
        ("tricks_sum", None),
    ]


def test_rows_of_unequal_length_are_the_only_objection():
    for round_ in (
        Round((9, 9)),
        Round((9, 9, 9), (1, 1)),
        Round((9, 9, 9), totals=(1, 1, 1, 1)),
        Round((9, 9, 9), bid_changes=(BidChange(3, 1),)),
        Round((9, 9, 9), late_bids=(-1,)),
    ):
        assert objections(round_) == [("bid_count", None)]


def test_the_even_bid_rule_looks_at_bids_as_they_were_made():
    round_ = Round((1, 1, 0), (1, 1, 1), bid_changes=(BidChange(2, 1),))

    assert objections(round_, rule=EvenBidRule()) == []


def test_what_is_unusual_can_be_accepted():
    accepted = (Problem.TRICKS_SUM, Problem.BIDS_EVEN)
    round_ = Round((1, 1, 1), (1, 1, 2), accepted=accepted)

    assert objections(round_, rule=EvenBidRule()) == []


def test_what_cannot_be_a_game_stays_whatever_is_accepted():
    round_ = Round((4, 0, 0), accepted=(Problem.BID_RANGE,))

    assert objections_to_round(round_, cards=3, players=3, dealer=0) == (
        Objection(Problem.BID_RANGE, 0),
    )

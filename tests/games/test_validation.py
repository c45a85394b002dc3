from scorepad.games.problems import Objection, Problem
from scorepad.games.wizard.models import EvenBidRule, Round
from scorepad.games.wizard.validation import objections_to_round

AT_A_TABLE = {"cards": 3, "players": 3, "dealer": 0}


def test_what_is_unusual_can_be_accepted():
    accepted = (Problem.TRICKS_SUM, Problem.BIDS_EVEN)
    round_ = Round((1, 1, 1), (1, 1, 2), accepted=accepted)

    assert objections_to_round(round_, rule=EvenBidRule(), **AT_A_TABLE) == ()


def test_what_cannot_be_a_game_stays_whatever_is_accepted():
    round_ = Round((4, 0, 0), accepted=(Problem.BID_RANGE,))

    found = objections_to_round(round_, **AT_A_TABLE)

    assert found == (Objection(Problem.BID_RANGE, 0),)

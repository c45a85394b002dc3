from scorepad.games.wizard import Objection, Problem
from scorepad.games.wizard.models import PRESETS, EvenBidRule, Round
from scorepad.games.wizard.validation import forbidden_bid, objections_to_round


def last_bids(preset, *, cards, prior=(0, 0), leads=False, leads_alone=False):
    forbidden = forbidden_bid(
        prior,
        cards=cards,
        players=3,
        rule=PRESETS[preset],
        leads=leads,
        leads_alone=leads_alone,
    )
    return tuple(bid for bid in range(cards + 1) if bid != forbidden)


def test_each_rule_begins_with_its_own_number_of_cards():
    begins = {}
    for preset in ("amigo", "championship_2015", "championship_2014", "hardcore"):
        bound = [n for n in range(1, 8) if n not in last_bids(preset, cards=n)]
        begins[preset] = bound[0]

    assert begins == {
        "amigo": 1,
        "championship_2015": 2,
        "championship_2014": 1,
        "hardcore": 4,
    }


def test_zero_was_always_allowed_in_2014():
    assert 0 in last_bids("championship_2014", cards=3, prior=(2, 1))
    assert 0 not in last_bids("championship_2015", cards=3, prior=(2, 1))


def test_canadians_bind_the_leader():
    assert last_bids("canadian", cards=2) == (0, 1, 2)
    assert last_bids("canadian", cards=2, leads=True) == (0, 1)
    assert last_bids("canadian", cards=2, prior=(1, 1), leads=True) == (0, 1, 2)
    assert last_bids("canadian_sole", cards=2, leads=True) == (0, 1, 2)
    assert last_bids("canadian_sole", cards=2, leads=True, leads_alone=True) == (0, 1)


AT_A_TABLE = {"cards": 3, "players": 3, "dealer": 0}


def test_what_is_unusual_can_be_accepted():
    accepted = (Problem.TRICKS_SUM, Problem.BIDS_EVEN)
    round_ = Round((1, 1, 1), (1, 1, 2), accepted=accepted)

    assert objections_to_round(round_, rule=EvenBidRule(), **AT_A_TABLE) == ()


def test_what_cannot_be_a_game_stays_whatever_is_accepted():
    round_ = Round((4, 0, 0), accepted=(Problem.BID_RANGE,))

    found = objections_to_round(round_, **AT_A_TABLE)

    assert found == (Objection(Problem.BID_RANGE, 0),)

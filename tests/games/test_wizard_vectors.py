"""The vectors of wizard.json, late.json and judge.json, a test for each."""

import json
from dataclasses import replace
from itertools import product

import pytest

from scorepad.games.documents import NotADocument
from scorepad.games.wizard import Problem, models
from scorepad.games.wizard.document import answer_for, parse_document
from scorepad.games.wizard.schedule import (
    IN_THE_BOX,
    WIZARD,
    Extra,
    Schedule,
    Trump,
    cards_per_round,
    objections_to_table,
    prescribed_trump,
)
from scorepad.games.wizard.scoring import Scoring, league_points, points, ranks, winners
from scorepad.games.wizard.seating import bid_order, trump_without_card
from scorepad.games.wizard.sheet import row_of, sheet_of
from scorepad.games.wizard.tricks import (
    COPIES,
    Kind,
    Reason,
    legal_cards,
    objections_to_cards,
    parse_card,
    parse_held,
    suit_led,
    trick_outcome,
    trump_from,
)
from scorepad.games.wizard.validation import forbidden_bid
from tests.games import late_model
from tests.support.vectors import vectors

VECTORS = [*vectors("wizard")["vectors"], *vectors("late")["vectors"]]
JUDGE = vectors("judge")

TRUMPS = {"B": Trump.BLUE, "G": Trump.GREEN, "R": Trump.RED, "Y": Trump.YELLOW}
SUITS = {**TRUMPS, None: None}
TRUMPS_OR_NONE = {**TRUMPS, None: Trump.NONE}

BY_THE_BOOK = replace(WIZARD, seats=IN_THE_BOX)
"""The vectors know no table of seven, which is a house variant."""


def points_for(bid, tricks):
    return points(Scoring.CLASSIC, bid=bid, tricks=tricks, cards=0)


def cards(names):
    return tuple(parse_card(name) for name in names)


def rule_of(spoken):
    if spoken is None:
        return None
    return models.EvenBidRule(
        models.EvenBidMode(spoken["mode"]),
        spoken["minCards"],
        spoken["zeroAlwaysAllowed"],
    )


def check_schedule(v):
    schedule, players = Schedule(v["variant"]), v["players"]

    dealt = cards_per_round(schedule, players)

    assert list(dealt) == v["cards"]
    assert len(dealt) == v["rounds"]
    trumps = [prescribed_trump(schedule, n) for n in range(1, len(dealt) + 1)]
    if schedule is Schedule.MAXIMUS:
        assert trumps == [TRUMPS_OR_NONE[t] for t in v["prescribedTrump"]]
    extras = frozenset([*Extra][: v.get("deckSize", 60) - 60])
    game = models.Game(tuple("ABCDEF"[:players]), dealt, schedule, edition=extras)
    certain = [trump_without_card(game, n) for n in range(1, len(dealt) + 1)]
    assert [each is None for each in certain] == v["flipCardExists"]
    assert (certain[-1] is Trump.NONE) == v["lastRoundNoTrump"]


def check_schedule_invalid(v):
    found = objections_to_table(
        v["players"], Schedule(v["variant"]), custom=v.get("cards"), deals=BY_THE_BOOK
    )

    assert [each.problem for each in found] == [v["error"]]


def check_score(v, scoring=Scoring.CLASSIC):
    cards = v.get("cards", max(v["bid"], v["tricks"]))
    assert points(scoring, bid=v["bid"], tricks=v["tricks"], cards=cards) == v["points"]


def check_score_alternative(v):
    check_score(v, Scoring.ALTERNATIVE)


def check_score_junior(v):
    check_score(v, Scoring.JUNIOR)


def check_provisional(v):
    scored = points_for(v["bid"], v["tricksSoFar"])

    assert v["totalBefore"] + scored == v["provisionalTotal"]


def possible_points(cards):
    dealt = range(cards + 1)
    return sorted({points_for(bid, tricks) for bid in dealt for tricks in dealt})


def check_round_delta_impossible(v):
    assert v["points"] not in possible_points(v["cards"])


def check_round_delta_set(v):
    assert possible_points(v["cards"]) == v["possible"]


def check_range(v):
    dealt = cards_per_round(Schedule(v["variant"]), v["players"])

    bounds = [(min(each), max(each)) for each in map(possible_points, dealt)]
    assert [sum(each) for each in zip(*bounds, strict=True)] == [
        v["minTotal"],
        v["maxTotal"],
    ]
    assert sum(dealt) == v["cardsSum"]


def check_table_bounds(v):
    seats, dealt = v["players"], range(v["cards"] + 1)
    taken = [each for each in product(dealt, repeat=seats) if sum(each) == v["cards"]]
    sums = {
        even: [
            sum(map(points_for, bids, tricks))
            for bids in product(dealt, repeat=seats)
            if (sum(bids) == v["cards"]) is even
            for tricks in taken
        ]
        for even in (True, False)
    }

    assert max(sums[True]) == v["maxSum"]
    assert max(sums[False]) == v["maxSumUnderPlusMinus"]
    assert -10 * v["cards"] * seats == v["minSum"] <= min(*sums[True], *sums[False])


def round_of(written):
    changes = tuple(models.BidChange(*each) for each in written.get("bidAdjust", ()))
    bids, tricks = tuple(written["bids"]), tuple(written["tricks"])
    void = written.get("voidTricks", 0)
    return models.Round(bids, tricks, bid_changes=changes, void_tricks=void)


def check_round_validity(v):
    game = models.Game(
        tuple("ABCDEF"[: v["players"]]),
        (v["cards"],),
        first_dealer=v["players"] - 1,
        rounds=(round_of(v),),
        even_bid_rule=models.EvenBidRule() if v["plusMinusOne"] else None,
    )

    row = row_of(game, 1)

    assert list(dict.fromkeys(each.problem for each in row.objections)) == v["errors"]
    if not v["errors"]:
        assert list(row.final_bids) == v["finalBids"]
        assert list(row.points) == v["points"]


def check_bid_legality(v):
    players = v["players"]
    *others, dealer = range(players)
    leads = v["context"].get("bidder_is_leader", False)
    alone = v["context"].get("bidder_is_sole_leader", False)
    game = models.Game(tuple("ABCDEF"[:players]), (v["cards"],), first_dealer=dealer)
    leaders = (*others * (not alone), dealer) if leads else (*others,)
    row = row_of(game, 1)._replace(leaders=leaders)

    bids = [*v["priorBids"], *[None] * (players - len(v["priorBids"]))]
    forbidden = forbidden_bid(rule_of(v["rule"]), row, bids)

    assert [bid for bid in range(v["cards"] + 1) if bid != forbidden] == v["legal"]
    assert v["forbidden"] == ([] if forbidden is None else [forbidden])


def check_seats(v):
    players = v["players"]

    cards = cards_per_round(Schedule.STANDARD, players)
    game = models.Game(tuple("ABCDEF"[:players]), cards, first_dealer=v["firstDealer"])

    dealer = row_of(game, v["round"]).dealer

    assert dealer == v["dealer"]
    order = bid_order(dealer, range(players))
    assert list(order) == v["bidOrder"]
    assert order[-1] == v["lastBidder"]
    assert order[0] == v["firstBidder"] == v["firstLeader"]


def check_trump(v):
    flip = v["flip"]
    turn_up = None
    if flip is not None:
        turn_up = Extra(flip) if flip in list(Extra) else parse_card(flip)

    chosen = None if v["chooser"] else TRUMPS_OR_NONE[v["trump"]]
    assert trump_from(turn_up) is chosen


def check_trick(v):
    played = cards(v["cards"])

    assert suit_led(played) is SUITS[v["leadSuit"]]
    assert trick_outcome(played, SUITS[v["trump"]]).winner == v["winner"]


def check_special_trick(v):
    outcome = trick_outcome(cards(v["cards"]), SUITS[v["trump"]])

    assert outcome.winner == v["winner"]
    assert outcome.strongest == v["nextLeader"]
    assert outcome.is_void == v["voidTrick"]
    assert (outcome.winner if outcome.has_cloud else None) == v["bidAdjustPlayer"]
    assert outcome.has_juggler == v["jugglerPass"]


def check_legal_plays(v):
    hand = cards(v["hand"])

    may = legal_cards(cards(v["played"]), hand)
    legal = [card for card, is_legal in zip(hand, may, strict=True) if is_legal]

    assert sorted(map(str, legal)) == v["legal"]
    assert sorted(str(c) for c in hand if c not in legal) == v["illegal"]


def check_all_jesters_possible(v):
    assert (v["players"] <= COPIES[Kind.JESTER] - v["flipIsJester"]) == v["possible"]


def game_of(v, *, edition=frozenset()):
    schedule = Schedule(v["variant"])
    return models.Game(
        players=tuple(v["names"]),
        cards=cards_per_round(schedule, v["players"]),
        schedule=schedule,
        first_dealer=v.get("firstDealer", 0),
        even_bid_rule=rule_of(v.get("bidRule")),
        edition=edition,
        rounds=tuple(map(round_of, v["rounds"])),
    )


def check_rounds(sheet, v):
    assert sheet.objections == ()
    for row, told in zip(sheet.rows, v["rounds"], strict=False):
        assert (row.number, row.cards) == (told["round"], told["cards"])
        assert list(row.points) == told["points"]
        assert list(row.totals) == told["totals"]


def check_full_game(v):
    sheet = sheet_of(game_of(v))

    check_rounds(sheet, v)
    for row, told in zip(sheet.rows, v["rounds"], strict=True):
        assert (row.dealer, row.bid_order[0]) == (told["dealer"], told["firstBidder"])
        assert sum(row.bids) == told["bidSum"]
        assert sum(row.bids) - row.cards == told["overUnder"]
    assert sheet.finished
    assert list(sheet.totals) == v["totals"]
    assert list(sheet.ranks) == v["ranks"]
    assert list(sheet.winners) == v["winners"]


def check_partial_game(v):
    sheet = sheet_of(game_of(v, edition=frozenset(Extra)))

    check_rounds(sheet, v)
    for row, told in zip(sheet.rows, v["rounds"], strict=False):
        assert list(row.final_bids) == told.get("finalBids", told["bids"])
    assert not sheet.finished
    assert list(sheet.totals) == v["rounds"][-1]["totals"]


check_partial_game_specials = check_partial_game


def check_totals_with_adjustments(v):
    bids = {20: (0, 0), -10: (1, 0), 30: (1, 1), -20: (2, 0)}
    rounds = tuple(
        models.Round(*zip(*(bids[points] for points in row), strict=True))
        for row in v["points"]
    )
    penalties = tuple(
        models.Adjustment(a["player"], a["points"], a["reason"])
        for a in v["adjustments"]
    )
    game = models.Game(("A", "B", "C"), (1, 2), rounds=rounds, adjustments=penalties)

    sheet = sheet_of(game)

    assert [list(row.points) for row in sheet.rows] == v["points"]
    assert list(sheet.totals) == v["totals"]


def check_ranking(v):
    assert list(ranks(v["totals"])) == v["ranks"]
    assert list(winners(v["totals"])) == v["winners"]


def check_league_points(v):
    assert list(league_points(range(v["players"], 0, -1))) == v["byPlace"]


def check_league_points_tie(v):
    assert list(league_points(v["totals"])) == v["points"]


def parsed(v):
    document = {"format": "scorepad/game", "version": 1, "game": "wizard"}
    return parse_document(json.dumps({**document, "rounds": [], **v["game"]}))


def check_cards_remaining(v):
    assert list(parsed(v).cards) == v["cards"]


def check_deals(v):
    rows = sheet_of(parsed(v)).rows

    told = [(r.number, [*r.present], r.dealer, [*r.bid_order]) for r in rows]
    assert told == [tuple(each.values()) for each in v["rounds"]]


def check_late_game(v):
    answer = answer_for(parsed(v))

    kept = ("points", "totals")
    answer["rounds"] = [{key: row[key] for key in kept} for row in answer["rounds"]]
    for key in late_model.outcome(v["game"]):
        assert answer[key] == v[key]


def check_late_bid(v):
    game = parsed(v)
    *before, last = game.rounds
    dealer = row_of(game, len(game.rounds)).dealer

    def objects_to(bid):
        bids = [bid if s == dealer else each for s, each in enumerate(last.bids)]
        rounds = (*before, replace(last, bids=tuple(bids)))
        found = row_of(replace(game, rounds=rounds), len(rounds)).objections
        return (Problem.BIDS_EVEN, dealer) in found

    forbidden = [bid for bid in range(game.cards[-1] + 1) if objects_to(bid)]
    assert forbidden == [bid for bid in [v["forbidden"]] if bid is not None]


def check_late_refused(v):
    if v["round"] is None:
        with pytest.raises(NotADocument, match=v["problem"]):
            parsed(v)
        return
    objection = Problem(v["problem"]), v["seat"]
    assert sheet_of(parsed(v)).objections == ((v["round"], objection),)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_rules_reproduce_the_vector(vector):
    # A type without a check is a KeyError, never a silent pass.
    globals()[f"check_{vector['type']}"](vector)


def test_the_files_have_all_their_vectors():
    assert len(VECTORS) >= 260


@pytest.mark.parametrize("fact", JUDGE["verdicts"], ids=str)
def test_the_strongest_card_is_the_recorded_one(fact):
    outcome = trick_outcome(cards(fact["cards"]), SUITS.get(fact["trump"]))

    assert outcome.strongest == fact["place"]
    assert outcome.reason in fact["said"]


def test_every_reason_is_in_the_recorded_facts():
    assert {*Reason} <= {word for fact in JUDGE["verdicts"] for word in fact["said"]}


@pytest.mark.parametrize("fact", JUDGE["rulings"], ids=str)
def test_the_recorded_cards_are_legal(fact):
    hand = tuple(map(parse_held, fact["hand"]))

    assert list(legal_cards(cards(fact["played"]), hand)) == fact["legal"]


@pytest.mark.parametrize("fact", JUDGE["objections"], ids=str)
def test_impossible_cards_are_refused_for_the_recorded_reasons(fact):
    found = objections_to_cards(
        cards(fact["played"]),
        tuple(map(parse_held, fact["hand"])),
        most=fact["seats"] - fact.get("asks", False),
    )

    told = [[e.problem, e.card and e.card.own_name, e.most] for e in found]
    assert told == fact["problems"]

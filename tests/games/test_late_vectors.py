"""The vectors of vectors/late.json: games with players who join late or leave early."""

import json
from dataclasses import replace

import pytest

from scorepad.games.documents import NotADocument
from scorepad.games.wizard import Objection, Problem
from scorepad.games.wizard.document import answer_for, parse_document
from scorepad.games.wizard.sheet import sheet_of
from tests.games import late_model
from tests.support.vectors import vectors

VECTORS = vectors("late")["vectors"]


def of_type(kind):
    found = [vector for vector in VECTORS if vector["type"] == kind]
    return pytest.mark.parametrize("vector", found, ids=lambda vector: vector["id"])


def parsed(vector):
    document = {"format": "scorepad/game", "version": 1, "game": "wizard"}
    return parse_document(json.dumps({**document, "rounds": [], **vector["game"]}))


@of_type("cards_remaining")
def test_the_rules_keep_these_cards(vector):
    assert list(parsed(vector).cards) == vector["cards"]


@of_type("deals")
def test_the_rules_deal_like_this(vector):
    rows = sheet_of(parsed(vector)).rows

    assert [
        {
            "round": row.number,
            "present": list(row.present),
            "dealer": row.dealer,
            "bid_order": list(row.bid_order),
        }
        for row in rows
    ] == vector["rounds"]


@of_type("late_game")
def test_the_rules_come_to_this_outcome(vector):
    answer = answer_for(parsed(vector))

    rounds = [
        {key: row[key] for key in ("points", "totals")} for row in answer["rounds"]
    ]
    assert {**answer, "rounds": rounds} == {
        **answer,
        **{key: vector[key] for key in late_model.outcome(vector["game"])},
    }


@of_type("late_bid")
def test_the_rules_forbid_this_bid(vector):
    game = parsed(vector)
    number = len(game.rounds)
    dealer = sheet_of(game).rows[number - 1].dealer

    def objects_to(bid):
        bids = list(game.rounds[-1].bids)
        bids[dealer] = bid
        rounds = (*game.rounds[:-1], replace(game.rounds[-1], bids=tuple(bids)))
        found = sheet_of(replace(game, rounds=rounds)).objections
        return (number, Objection(Problem.BIDS_EVEN, dealer)) in found

    forbidden = [bid for bid in range(game.cards[-1] + 1) if objects_to(bid)]
    assert forbidden == [bid for bid in [vector["forbidden"]] if bid is not None]


@of_type("late_refused")
def test_the_rules_refuse_this(vector):
    if vector["round"] is None:
        with pytest.raises(NotADocument, match=vector["problem"]):
            parsed(vector)
        return
    objection = Objection(Problem(vector["problem"]), vector["seat"])
    assert sheet_of(parsed(vector)).objections == ((vector["round"], objection),)

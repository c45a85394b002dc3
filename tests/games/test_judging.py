"""The judge's answers, tested with the same vectors as the scripts' judge."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.cards import Suit, parse_card, parse_held
from scorepad.games.wizard.tricks import (
    Follow,
    Reason,
    all_jesters_possible,
    objections_to_cards,
    ruling_on,
    trick_outcome,
    verdict_on,
)

FILE = Path(__file__).parents[1] / "vectors" / "judge.json"
JUDGE = json.loads(FILE.read_text(encoding="utf-8"))
SUITS = {suit.value[0].upper(): suit for suit in Suit}
DECK = (
    *(f"{suit}{value}" for suit in "BGRY" for value in range(1, 14)),
    *("W", "J", "DR", "FA", "BO", "WI", "J7R", "C9B", "SHW", "SHJ", "VAR5", "VABO"),
)
some_cards = st.lists(st.sampled_from(DECK), max_size=6, unique=True)


def of(kind):
    def name(fact):
        return " ".join(fact.get("cards") or fact["played"] + ["|"] + fact["hand"])

    return pytest.mark.parametrize("fact", JUDGE[kind], ids=name)


def lying(names):
    return tuple(map(parse_card, names))


def held(names):
    return tuple(map(parse_held, names))


@of("verdicts")
def test_the_verdict_is_the_recorded_one(fact):
    verdict = verdict_on(
        lying(fact["cards"]), SUITS.get(fact["trump"]), seats=fact["seats"]
    )

    assert verdict.place == fact["place"]
    assert list(verdict.said) == fact["said"]


@of("rulings")
def test_the_ruling_is_the_recorded_one(fact):
    ruling = ruling_on(lying(fact["played"]), held(fact["hand"]))

    assert ruling.rule == fact["rule"]
    assert ruling.suit is SUITS.get(fact["suit"])
    assert list(ruling.legal) == fact["legal"]


@of("objections")
def test_what_cannot_lie_there_is_refused_for_the_recorded_reasons(fact):
    found = objections_to_cards(
        lying(fact["played"]),
        held(fact["hand"]),
        seats=fact["seats"],
        asks_to_play=fact.get("asks", False),
    )

    told = [
        [each.problem, each.card.own_name if each.card else None, each.most]
        for each in found
    ]
    assert told == fact["problems"]


def test_every_reason_and_every_rule_is_in_the_recorded_facts():
    said = {word for fact in JUDGE["verdicts"] for word in fact["said"]}

    assert set(Reason) <= said
    assert {fact["rule"] for fact in JUDGE["rulings"]} == set(Follow)


@given(some_cards.filter(len), st.sampled_from((*Suit, None)))
def test_a_verdict_agrees_with_the_outcome(names, trump):
    cards = lying(names)

    verdict, outcome = verdict_on(cards, trump), trick_outcome(cards, trump)

    assert verdict.place == outcome.strongest
    assert (verdict.said[0] == "nobody") is outcome.is_void
    assert ("change_bid" in verdict.said) is (outcome.has_cloud and not outcome.is_void)


@given(some_cards, some_cards)
def test_a_ruling_agrees_with_what_is_legal_and_never_leaves_nothing(played, hand):
    ruling = ruling_on(lying(played), lying(hand))
    legal = [name for name, may in zip(hand, ruling.legal, strict=True) if may]

    if ruling.rule is not Follow.MUST_FOLLOW:
        assert legal == list(hand)
    assert bool(legal) is bool(hand)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_trick_of_jesters_alone_is_refused_where_it_is_impossible(players):
    jesters = lying(["J"] * players)

    possible = not objections_to_cards(jesters, seats=players)

    assert possible is all_jesters_possible(players)

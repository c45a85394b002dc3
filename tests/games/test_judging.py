"""The judge's answers, tested with the same vectors as the scripts' judge."""

import pytest

from scorepad.games.wizard import tricks
from scorepad.games.wizard.tricks import Suit, parse_card, parse_held
from tests.support.vectors import vectors

JUDGE = vectors("judge")
SUITS = {suit.value[0].upper(): suit for suit in Suit}


def of(kind):
    def name(fact):
        return " ".join(fact.get("cards") or fact["played"] + ["|"] + fact["hand"])

    return pytest.mark.parametrize("fact", JUDGE[kind], ids=name)


def lying(names):
    return tuple(map(parse_card, names))


def held(names):
    return tuple(map(parse_held, names))


@of("verdicts")
def test_the_strongest_card_is_the_recorded_one(fact):
    outcome = tricks.trick_outcome(lying(fact["cards"]), SUITS.get(fact["trump"]))

    assert outcome.strongest == fact["place"]
    assert outcome.reason in fact["said"]


@of("rulings")
def test_the_recorded_cards_are_legal(fact):
    legal = tricks.legal_cards(lying(fact["played"]), held(fact["hand"]))

    assert list(legal) == fact["legal"]


@of("objections")
def test_what_cannot_lie_there_is_refused_for_the_recorded_reasons(fact):
    found = tricks.objections_to_cards(
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


def test_every_reason_is_in_the_recorded_facts():
    said = {word for fact in JUDGE["verdicts"] for word in fact["said"]}

    assert set(tricks.Reason) <= said

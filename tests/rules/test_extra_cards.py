"""Tricks with the extra cards, beyond the recorded ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.wizard.cards import Kind, Suit, parse_card
from scorepad.rules.wizard.tricks import legal_plays, suit_led, trick_outcome

NAMES = (
    *(f"{suit}{value}" for suit in "BGRY" for value in (1, 7, 8, 9, 10, 13)),
    *("W", "J", "DR", "FA", "BO", "WI", "SHW", "SHJ", "VAW", "VAB7", "VADR"),
    *(f"{card}{suit}" for card in ("J7", "C9") for suit in "BGRY"),
)
hands = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True)
trumps = st.sampled_from((*Suit, None))


def cards(names):
    return tuple(map(parse_card, names.split()))


@pytest.mark.parametrize(
    ("trump", "played", "winner", "reason"),
    [
        ("red", "R9 C9R R10", 2, "highest_trump"),
        ("red", "R9 C9R J7R", 1, "highest_trump"),
        (None, "B7 J7B B8", 2, "highest_of_suit"),
        (None, "B7 J7B B1", 1, "highest_of_suit"),
        (None, "B1 C9G J", 0, "highest_of_suit"),
        ("green", "SHJ B2 SHW", 2, "first_wizard"),
        ("green", "SHW W", 0, "first_wizard"),
        ("green", "W VADR SHJ", 1, "dragon"),
        ("green", "FA VADR W", 0, "fairy_beats_dragon"),
        ("green", "FA W DR", 0, "fairy_beats_dragon"),
        ("green", "B3 VAB7 B6", 1, "highest_of_suit"),
        ("green", "WI J SHJ", 1, "first_jester"),
        ("green", "WI FA", 1, "fairy_beats_witch"),
        ("green", "WI", 0, "only_the_witch"),
    ],
)
def test_the_rule_that_decides_is_told(trump, played, winner, reason):
    outcome = trick_outcome(cards(played), trump and Suit(trump))

    assert (outcome.winner, outcome.reason) == (winner, reason)


@pytest.mark.parametrize(
    ("played", "led"),
    [
        ("BO FA WI SHJ R2", "red"),
        ("J7G R2", "green"),
        ("C9y R2", "yellow"),
        ("DR R2", None),
        ("SHW R2", None),
        ("VAR5 B2", "red"),
        ("WI FA BO", None),
    ],
)
def test_the_suit_led_is_that_of_the_first_card_with_a_suit(played, led):
    assert suit_led(cards(played)) == (led and Suit(led))


def test_only_a_number_binds_its_holder():
    hand = cards("B3 R2 DR FA BO WI J7B C9R SHJ VAB7")

    assert legal_plays(cards("B9"), hand) == (hand[0], *hand[2:])
    assert legal_plays(cards("B9"), hand[1:]) == hand[1:]


@given(hands, trumps)
def test_a_trick_has_one_strongest_card(names, trump):
    played = tuple(map(parse_card, names))

    outcome = trick_outcome(played, trump)

    kinds = {card.kind for card in played}
    strongest = played[outcome.strongest]
    assert outcome.is_void == (Kind.BOMB in kinds)
    assert (outcome.winner is None) == outcome.is_void
    if {Kind.DRAGON, Kind.FAIRY} <= kinds:
        assert strongest.kind is Kind.FAIRY
    elif kinds & {Kind.DRAGON, Kind.WIZARD}:
        best = Kind.DRAGON if Kind.DRAGON in kinds else Kind.WIZARD
        assert strongest.kind is best
    if outcome.changes_bid is not None:
        assert Kind.CLOUD in kinds
        assert not outcome.is_void


@given(hands)
def test_a_name_is_read_and_written_alike(names):
    assert [str(parse_card(name)) for name in names] == names


@given(hands, hands)
def test_something_is_always_legal(played, hand):
    held = tuple(map(parse_card, hand))

    legal = legal_plays(tuple(map(parse_card, played)), held)

    assert legal
    assert {card for card in held if not card.must_follow} <= set(legal)

"""Tricks with the special cards, beyond the recorded ones."""

from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.cards import Kind, Suit, parse_card
from scorepad.games.wizard.tricks import trick_outcome

NAMES = (
    *(f"{suit}{value}" for suit in "BGRY" for value in (1, 7, 8, 9, 10, 13)),
    *("W", "J", "DR", "FA", "BO", "WI", "SHW", "SHJ", "VAW", "VAB7", "VADR"),
    *(f"{card}{suit}" for card in ("J7", "C9") for suit in "BGRY"),
)
hands = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True)
trumps = st.sampled_from((*Suit, None))


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
    assert outcome.has_cloud is (Kind.CLOUD in kinds)


@given(hands)
def test_a_name_is_read_and_written_alike(names):
    assert [str(parse_card(name)) for name in names] == names

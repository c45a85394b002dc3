"""Who takes a trick, and what may be played to it (classic deck)."""

from collections.abc import Sequence

from scorepad.rules.wizard.cards import COPIES, Card, Kind, Suit


def suit_led(cards: Sequence[Card]) -> Suit | None:
    """The suit that has to be followed, if there is one.

    It is that of the first number card, provided only Jesters lie before it. A
    Wizard before any number card means no suit for the whole trick.
    """
    for card in cards:
        if card.kind is not Kind.JESTER:
            return card.suit
    return None


def trick_winner(cards: Sequence[Card], trump: Suit | None) -> int:
    """The index, in playing order, of the card that takes the trick.

    The first Wizard; else the highest trump; else the highest card of the suit led;
    of nothing but Jesters the first. *trump* ``None`` is a round without trump.
    """
    led = suit_led(cards)
    return max(range(len(cards)), key=lambda index: _strength(cards[index], led, trump))


def legal_plays(played: Sequence[Card], hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of *hand* that may follow those *played*, in the hand's order.

    Who holds the suit led must follow it; a Wizard or a Jester may always be played.
    Without the suit anything goes, and nobody has to trump.
    """
    led = suit_led(played)
    if led is None or all(card.suit is not led for card in hand):
        return tuple(hand)
    return tuple(card for card in hand if card.suit in {led, None})


def all_jesters_possible(players: int, *, turn_up_is_jester: bool = False) -> bool:
    """Whether a trick can be nothing but Jesters, of which there are four."""
    return players <= COPIES[Kind.JESTER] - turn_up_is_jester


def _strength(
    card: Card, led: Suit | None, trump: Suit | None
) -> tuple[bool, bool, bool, int]:
    """Greater is stronger; of equal cards the first is taken, as ``max`` does."""
    follows = card.suit is not None and card.suit is led
    trumps = card.suit is not None and card.suit is trump
    # Off-suit cards are all alike, so their value must not count.
    value = card.value if follows or trumps else 0
    return card.kind is Kind.WIZARD, trumps, follows, value

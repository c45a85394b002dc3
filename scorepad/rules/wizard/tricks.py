"""Who takes a trick, what follows from it, and what may be played to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.wizard.cards import COPIES, Card, Kind, Suit
from scorepad.rules.wizard.game import Extra, Trump


class Reason(StrEnum):
    """The rule that decides a trick."""

    FAIRY_BEATS_DRAGON = "fairy_beats_dragon"
    DRAGON = "dragon"
    FIRST_WIZARD = "first_wizard"
    HIGHEST_TRUMP = "highest_trump"
    HIGHEST_OF_SUIT = "highest_of_suit"
    FIRST_JESTER = "first_jester"
    FAIRY_BEATS_WITCH = "fairy_beats_witch"
    ONLY_THE_WITCH = "only_the_witch"


class Follow(StrEnum):
    """The rule that decides what may be played."""

    LEADS = "leads"
    NO_SUIT = "no_suit"
    MUST_FOLLOW = "must_follow"
    HAS_NONE = "has_none"


@dataclass(frozen=True, slots=True)
class TrickOutcome:
    """What becomes of a trick; places count from 0 in playing order.

    *strongest* leads next, and takes the trick unless a Bomb lies in it (*is_void*).
    After a Cloud whoever takes it changes the own bid by one; after a Juggler everybody
    passes a card on, first, unless it was the last trick.
    """

    strongest: int
    reason: Reason
    is_void: bool = False
    has_cloud: bool = False
    has_juggler: bool = False

    @property
    def winner(self) -> int | None:
        """Who takes the trick; nobody where it is void."""
        return None if self.is_void else self.strongest

    @property
    def changes_bid(self) -> int | None:
        """Whoever has to change the own bid by one, if somebody has."""
        return self.winner if self.has_cloud else None


_LED_LIKE_A_JESTER = {Kind.JESTER, Kind.FAIRY, Kind.BOMB, Kind.WITCH}

# A Bomb is worth a Jester; no source says so for a trick of nothing else.
_STRENGTH = {Kind.WITCH: -2, Kind.FAIRY: -1, Kind.WIZARD: 3, Kind.DRAGON: 4}
_FAIRY_WITH_DRAGON = 5


def suit_led(cards: Sequence[Card]) -> Suit | None:
    """The suit that has to be followed, if there is one.

    It is that of the first card with a suit, provided only Jesters (or Fairy, Bomb,
    Witch) lie before it. A Wizard or Dragon before it means no suit for the trick.
    """
    for card in cards:
        if card.kind not in _LED_LIKE_A_JESTER:
            return card.suit
    return None


def trick_outcome(cards: Sequence[Card], trump: Suit | None) -> TrickOutcome:
    """Judge *cards*, at least one, in the order they were played.

    The Dragon takes the trick, but the Fairy where both lie in it; else the first
    Wizard; else the highest trump; else the highest card of the suit led; of nothing
    but Jesters the first. Fairy and Witch are below those. *trump* ``None`` is a round
    without trump.
    """
    strongest = trick_winner(cards, trump)
    kinds = {card.kind for card in cards}
    return TrickOutcome(
        strongest,
        _reason(cards[strongest], kinds, trump),
        is_void=Kind.BOMB in kinds,
        has_cloud=Kind.CLOUD in kinds,
        has_juggler=Kind.JUGGLER in kinds,
    )


def trick_winner(cards: Sequence[Card], trump: Suit | None) -> int:
    """The index, in playing order, of the strongest card: :func:`trick_outcome`."""
    led = suit_led(cards)
    has_dragon = any(card.kind is Kind.DRAGON for card in cards)

    def strength(index: int) -> tuple[int, bool, bool, float]:
        card = cards[index]
        if has_dragon and card.kind is Kind.FAIRY:
            return _FAIRY_WITH_DRAGON, False, False, 0
        return _strength(card, led, trump)

    return max(range(len(cards)), key=strength)


def legal_plays(played: Sequence[Card], hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of *hand* that may follow those *played*, in the hand's order.

    Who holds a number of the suit led must follow it; any other card, like a Wizard or
    a Jester, may always be played. Without the suit anything goes, and nobody has to
    trump.
    """
    if follow_rule(played, hand) is not Follow.MUST_FOLLOW:
        return tuple(hand)
    led = suit_led(played)
    return tuple(card for card in hand if card.suit is led or not card.must_follow)


def follow_rule(played: Sequence[Card], hand: Sequence[Card]) -> Follow:
    """Why the cards of *hand* may or may not follow those *played*.

    Only *MUST_FOLLOW* forbids anything: the numbers of the other suits.
    """
    led = suit_led(played)
    if led is None:
        return Follow.NO_SUIT if played else Follow.LEADS
    bound = any(card.must_follow and card.suit is led for card in hand)
    return Follow.MUST_FOLLOW if bound else Follow.HAS_NONE


def all_jesters_possible(players: int, *, turn_up_is_jester: bool = False) -> bool:
    """Whether a trick can be nothing but Jesters, of which there are four."""
    return players <= COPIES[Kind.JESTER] - turn_up_is_jester


def _strength(
    card: Card, led: Suit | None, trump: Suit | None
) -> tuple[int, bool, bool, float]:
    """Greater is stronger; of equal cards the first is taken, as ``max`` does."""
    follows = card.suit is not None and card.suit is led
    trumps = card.suit is not None and card.suit is trump
    # Off-suit cards are all alike, so their value must not count.
    value = card.value if follows or trumps else 0
    return _STRENGTH.get(card.kind, 0), trumps, follows, value


def _reason(card: Card, kinds: set[Kind], trump: Suit | None) -> Reason:
    if card.kind is Kind.FAIRY:
        with_dragon = Kind.DRAGON in kinds
        return Reason.FAIRY_BEATS_DRAGON if with_dragon else Reason.FAIRY_BEATS_WITCH
    if card.suit is not None:
        trumps = card.suit is trump
        return Reason.HIGHEST_TRUMP if trumps else Reason.HIGHEST_OF_SUIT
    return {
        Kind.DRAGON: Reason.DRAGON,
        Kind.WIZARD: Reason.FIRST_WIZARD,
        Kind.WITCH: Reason.ONLY_THE_WITCH,
    }.get(card.kind, Reason.FIRST_JESTER)


FOUR_SUITS = (Trump.BLUE, Trump.GREEN, Trump.RED, Trump.YELLOW)


class Chooser(StrEnum):
    """Who names trump where the card leaves it open."""

    DEALER = "dealer"
    WEREWOLF_HOLDER = "werewolf_holder"


@dataclass(frozen=True, slots=True)
class TrumpOutcome:
    """What trump can be; with one choice left there is no *chooser*."""

    choices: tuple[Trump, ...]
    chooser: Chooser | None = None

    @property
    def trump(self) -> Trump | None:
        """Trump where the card settles it, else ``None``: the chooser names it."""
        return self.choices[0] if self.chooser is None else None


NO_TRUMP = TrumpOutcome((Trump.NONE,))

DEALER_CHOOSES = TrumpOutcome(FOUR_SUITS, Chooser.DEALER)
"""The dealer may look at the hand first, names a suit, and may not say "none"."""

WEREWOLF_SWAPPED = TrumpOutcome((*FOUR_SUITS, Trump.NONE), Chooser.WEREWOLF_HOLDER)
"""Whoever holds the Werewolf swaps it for the turned-up card and names trump."""

_NO_TRUMP_EXTRAS = frozenset({Extra.FAIRY, Extra.BOMB, Extra.WITCH})


def trump_from(turn_up: Card | Extra | None) -> TrumpOutcome:
    """What follows from the card turned up; ``None`` when no card was left.

    A number card names its suit, a Jester means no trump, after a Wizard the dealer
    chooses. Fairy, Bomb and Witch mean no trump, the other extra cards that the
    dealer chooses (rules of 2026).
    """
    if turn_up is None:
        return NO_TRUMP
    if isinstance(turn_up, Extra):
        return NO_TRUMP if turn_up in _NO_TRUMP_EXTRAS else DEALER_CHOOSES
    if turn_up.suit is not None:
        return TrumpOutcome((Trump(turn_up.suit.value),))
    return DEALER_CHOOSES if turn_up.kind is Kind.WIZARD else NO_TRUMP

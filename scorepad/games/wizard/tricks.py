"""The cards, who takes a trick of them, its effects, and which cards may be played."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Trump

FOUR_SUITS = (Trump.BLUE, Trump.GREEN, Trump.RED, Trump.YELLOW)
"""Humans, Elves, Dwarves, Giants."""


class Kind(StrEnum):
    """The kind of a card, or what it acts as, by its short name; extra cards last."""

    NUMBER = ""  # its short name is suit and value
    WIZARD = "W"
    JESTER = "J"
    DRAGON = "DR"
    FAIRY = "FA"
    BOMB = "BO"
    WITCH = "WI"
    JUGGLER = "J7"
    CLOUD = "C9"


class Mask(StrEnum):
    """An extra card that acts as another one."""

    SHAPESHIFTER = "SH"
    VAMPIRE = "VA"


class Card(NamedTuple):
    """A card in a trick; Shapeshifter and Vampire are what they act as, with a *mask*.

    *suit* and *value* belong to number cards (13 highest), and to Juggler (7½) and
    Cloud (9¾) of the suit announced.
    """

    kind: Kind
    suit: Trump | None = None
    value: float = 0
    mask: Mask | None = None

    @property
    def own_name(self) -> str:
        """Return what is printed on it, whatever was announced or copied."""
        return self.mask or self.kind or str(self)

    def __str__(self) -> str:
        """Return the short name: ``B7``, ``W``, ``DR``, ``C9R``."""
        letter = self.suit.value[0].upper() if self.suit else ""
        value = self.value if self.kind is Kind.NUMBER else ""
        return f"{self.mask or ''}{self.kind}{letter}{value}"


WIZARD = Card(Kind.WIZARD)
JESTER = Card(Kind.JESTER)

COPIES = {Kind.NUMBER: 1, Kind.WIZARD: 4, Kind.JESTER: 4}  # one of each extra card
CARDS_KNOWN = (
    "B, G, R or Y with 1 to 13 (such as B7), W or Z for a Wizard, J or N for a Jester, "
    "DR, FA, BO or WI (Dragon, Fairy, Bomb, Witch), J7 or C9 with the suit announced "
    "(such as J7R), SHW or SHJ for a Shapeshifter, or VA with the card that a Vampire "
    "copies"
)

_VALUES = {Kind.JUGGLER: 7.5, Kind.CLOUD: 9.75}
_CARDS = (
    *(Card(kind) for kind in Kind if kind is not Kind.NUMBER and kind not in _VALUES),
    *(Card(Kind.NUMBER, suit, n) for suit in FOUR_SUITS for n in range(1, 14)),
    *(Card(kind, suit, n) for suit in FOUR_SUITS for kind, n in _VALUES.items()),
)
_PLAIN = {str(card): card for card in _CARDS}
_PLAIN |= {"Z": WIZARD, "N": JESTER}  # as printed in many boxes
_PLAYED = {
    **_PLAIN,
    **{f"SH{name}": _PLAIN[name]._replace(mask=Mask.SHAPESHIFTER) for name in "WZJN"},
    **{f"VA{name}": card._replace(mask=Mask.VAMPIRE) for name, card in _PLAIN.items()},
}
_HELD = {
    **{kind.value: Card(kind) for kind in _VALUES},
    **{mask.value: Card(Kind.JESTER, mask=mask) for mask in Mask},
}


def parse_card(name: str) -> Card:
    """Return a card by its short name as played (CARDS_KNOWN), or raise ValueError."""
    if name not in _PLAYED:
        raise ValueError(f"{name!r} is not a card; expected {CARDS_KNOWN}")
    return _PLAYED[name]


def parse_held(name: str) -> Card:
    """Parse the short name of a card in a hand: nothing is announced or copied yet."""
    return _HELD[name] if name in _HELD else parse_card(name)


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


class TrickOutcome(NamedTuple):
    """The outcome of a trick; places count from 0 in playing order.

    *strongest* leads next, and takes the trick unless it contains a Bomb (*is_void*).
    """

    strongest: int
    reason: Reason
    is_void: bool = False
    has_cloud: bool = False
    has_juggler: bool = False

    @property
    def winner(self) -> int | None:
        """Return the place that takes the trick; ``None`` if it is void."""
        return None if self.is_void else self.strongest


_LED_LIKE_A_JESTER = {Kind.JESTER, Kind.FAIRY, Kind.BOMB, Kind.WITCH}

# A Bomb ranks as a Jester; no source covers a trick of only these.
_STRENGTH = {Kind.WITCH: -2, Kind.FAIRY: -1, Kind.WIZARD: 3, Kind.DRAGON: 4}


def suit_led(cards: Sequence[Card]) -> Trump | None:
    """Return the suit to follow, of the first card that is not like a Jester, if any.

    A Wizard or Dragon there means that no suit must be followed.
    """
    for card in cards:
        if card.kind not in _LED_LIKE_A_JESTER:
            return card.suit
    return None


def trick_outcome(cards: Sequence[Card], trump: Trump | None) -> TrickOutcome:
    """Return the outcome of *cards*, at least one, in playing order.

    The Dragon takes the trick, but the Fairy if both are in it; else the first Wizard,
    else the highest trump, else the highest of the suit led, else the first Jester.
    """
    led, kinds = suit_led(cards), {card.kind for card in cards}

    def strength(place: int) -> tuple[int, bool, bool, float]:
        card = cards[place]
        if Kind.DRAGON in kinds and card.kind is Kind.FAIRY:
            return 1 + _STRENGTH[Kind.DRAGON], False, False, 0
        follows = card.suit is not None and card.suit is led
        trumps = card.suit is not None and card.suit is trump
        # Off-suit cards are all equal, so their value must not count.
        value = card.value if follows or trumps else 0
        return _STRENGTH.get(card.kind, 0), trumps, follows, value

    strongest = max(range(len(cards)), key=strength)  # the first of equal cards
    return TrickOutcome(
        strongest,
        _reason(cards[strongest], kinds, trump),
        is_void=Kind.BOMB in kinds,
        has_cloud=Kind.CLOUD in kinds,
        has_juggler=Kind.JUGGLER in kinds,
    )


def _reason(card: Card, kinds: set[Kind], trump: Trump | None) -> Reason:
    if card.kind is Kind.FAIRY:
        with_dragon = Kind.DRAGON in kinds
        return Reason.FAIRY_BEATS_DRAGON if with_dragon else Reason.FAIRY_BEATS_WITCH
    if card.suit is not None:
        return Reason.HIGHEST_TRUMP if card.suit is trump else Reason.HIGHEST_OF_SUIT
    return {
        Kind.DRAGON: Reason.DRAGON,
        Kind.WIZARD: Reason.FIRST_WIZARD,
        Kind.WITCH: Reason.ONLY_THE_WITCH,
    }.get(card.kind, Reason.FIRST_JESTER)


def trump_from(turn_up: Card | Extra | None) -> Trump | None:
    """Return the trump by the card turned up; ``None`` if the dealer chooses a suit.

    A Jester, Fairy, Bomb or Witch means no trump, as when no card was left. After a
    Wizard or another extra card the dealer may not say "none" (rules of 2026).
    """
    if isinstance(turn_up, Extra):
        is_none = turn_up in {Extra.FAIRY, Extra.BOMB, Extra.WITCH}
        return Trump.NONE if is_none else None
    if turn_up is not None and turn_up.suit is not None:
        return turn_up.suit
    return None if turn_up == WIZARD else Trump.NONE


class CardObjection(NamedTuple):
    """Why cards cannot be in a trick or a hand: how many there are, and can be."""

    problem: str
    there: int
    most: int
    card: Card | None = None


def objections_to_cards(
    played: Sequence[Card], hand: Sequence[Card] = (), most: int = SEATS_ALLOWED[-1]
) -> Iterator[CardObjection]:
    """Yield why these cards, at most so many of them *played*, cannot be at a table.

    No card occurs more often than in the deck; one that a Vampire copies is turned up.
    """
    cards = (*played, *hand)
    if len(played) > most:
        yield CardObjection("too_many_played", len(played), most)
    by_name = {card.own_name: card for card in cards}
    for name, times in Counter(card.own_name for card in cards).items():
        card = by_name[name]
        copies = COPIES.get(card.kind, 1) if card.mask is None else 1
        if times > copies:
            problem = "card_twice" if copies == 1 else "card_too_often"
            yield CardObjection(problem, times, copies, card)
    # A Shapeshifter may stand for the Wizard or Jester that a Vampire copies.
    copied = {
        card._replace(mask=None).own_name
        for card in cards
        if card.mask is Mask.VAMPIRE and card.kind not in {Kind.WIZARD, Kind.JESTER}
    }
    for card in cards:
        if card.mask is None and card.own_name in copied:
            yield CardObjection("card_turned_up", 1, 0, card)


def legal_cards(played: Sequence[Card], hand: Sequence[Card]) -> tuple[bool, ...]:
    """Return of each card of *hand* whether it may follow those *played*."""
    led = suit_led(played)
    # Number cards must follow the suit led; all others are always legal.
    suits = [c.suit if c.kind is Kind.NUMBER and not c.mask else None for c in hand]
    must = led is not None and led in suits
    return tuple(not must or suit in {None, led} for suit in suits)

"""The classic deck, and the extra cards that are played to a trick."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from scorepad.games.wizard.schedule import Extra


class Suit(StrEnum):
    """A suit: Humans, Elves, Dwarves, Giants."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"


class Kind(StrEnum):
    """The kind of a card, or what it acts as; extra cards come last."""

    NUMBER = "number"
    WIZARD = "wizard"
    JESTER = "jester"
    DRAGON = "dragon"
    FAIRY = "fairy"
    BOMB = "bomb"
    WITCH = "witch"
    JUGGLER = "juggler"
    CLOUD = "cloud"


class Mask(StrEnum):
    """An extra card that acts as another one."""

    SHAPESHIFTER = "SH"
    VAMPIRE = "VA"


class Card(NamedTuple):
    """A card in a trick.

    *suit* and *value* belong to number cards (1 to 13, 13 highest), and to Juggler (7½)
    and Cloud (9¾) of the suit announced. Shapeshifter and Vampire are the card they act
    as, with a *mask*.
    """

    kind: Kind
    suit: Suit | None = None
    value: float = 0
    mask: Mask | None = None

    @property
    def must_follow(self) -> bool:
        """Return whether it must follow the suit led; other cards are always legal."""
        return self.kind is Kind.NUMBER and self.mask is None

    @property
    def copies(self) -> int:
        """Return how many such cards are in the deck."""
        return COPIES.get(self.kind, 1) if self.mask is None else 1

    @property
    def own_name(self) -> str:
        """Return what is printed on it, whatever was announced or copied.

        >>> parse_card("J7R").own_name, parse_card("VAW").own_name
        ('J7', 'VA')
        """
        if self.mask is not None:
            return self.mask.value
        return _ANNOUNCED.get(self.kind, str(self))

    def __str__(self) -> str:
        """Return the short name: ``B7``, ``W``, ``DR``, ``C9R``.

        >>> str(parse_card("C9r"))
        'C9R'
        """
        name = _NAMES.get(self.kind, "")
        if self.suit is not None:
            letter = self.suit.value[0].upper()
            name = f"{_ANNOUNCED.get(self.kind, '')}{letter}"
            name += f"{self.value}" if self.kind is Kind.NUMBER else ""
        return f"{self.mask or ''}{name}"


WIZARD = Card(Kind.WIZARD)
JESTER = Card(Kind.JESTER)

COPIES = {Kind.NUMBER: 1, Kind.WIZARD: 4, Kind.JESTER: 4}
"""Copies in the deck; extra cards have one each."""

CARDS_KNOWN = (
    "B, G, R or Y with 1 to 13 (such as B7), W or Z for a Wizard, J or N for a Jester, "
    "DR, FA, BO or WI (Dragon, Fairy, Bomb, Witch), J7 or C9 with the suit announced "
    "(such as J7R), SHW or SHJ for a Shapeshifter, or VA with the card that a Vampire "
    "copies"
)

_SUITS = {suit.value[0].upper(): suit for suit in Suit}
_NAMES = {
    Kind.WIZARD: "W",
    Kind.JESTER: "J",
    Kind.DRAGON: "DR",
    Kind.FAIRY: "FA",
    Kind.BOMB: "BO",
    Kind.WITCH: "WI",
}
_ANNOUNCED = {Kind.JUGGLER: "J7", Kind.CLOUD: "C9"}
_VALUES = {Kind.JUGGLER: 7.5, Kind.CLOUD: 9.75}
_PLAIN = {name: Card(kind) for kind, name in _NAMES.items()}
_PLAIN |= {"Z": WIZARD, "N": JESTER}  # as printed in many boxes
_HELD = {
    **{name: Card(kind) for kind, name in _ANNOUNCED.items()},
    **{mask.value: Card(Kind.JESTER, mask=mask) for mask in Mask},
}
_NUMBER_CARD = re.compile(r"([BGRY])([1-9]|1[0-3])")
_ANNOUNCED_CARD = re.compile(r"(J7|C9)([BGRYbgry])")


def parse_card(name: str) -> Card:
    """Return a card by its short name as played (CARDS_KNOWN), or raise ValueError."""
    if card := _unmasked(name):
        return card
    if name in {"SHW", "SHZ", "SHJ", "SHN"}:
        return _PLAIN[name[2:]]._replace(mask=Mask.SHAPESHIFTER)
    if name.startswith(Mask.VAMPIRE) and (copied := _unmasked(name[2:])):
        return copied._replace(mask=Mask.VAMPIRE)
    raise ValueError(f"{name!r} is not a card; expected {CARDS_KNOWN}")


def parse_held(name: str) -> Card:
    """Parse the short name of a card in a hand: nothing is announced or copied yet.

    J7, C9, SH and VA stand alone; other names are as in :func:`parse_card`.

    :raises ValueError: there is no such card.

    >>> parse_held("SH").own_name, parse_held("J7").must_follow
    ('SH', False)
    """
    return _HELD[name] if name in _HELD else parse_card(name)


def _unmasked(name: str) -> Card | None:
    if name in _PLAIN:
        return _PLAIN[name]
    if match := _NUMBER_CARD.fullmatch(name):
        return Card(Kind.NUMBER, _SUITS[match[1]], int(match[2]))
    if match := _ANNOUNCED_CARD.fullmatch(name):
        kind = next(kind for kind, short in _ANNOUNCED.items() if short == match[1])
        return Card(kind, _SUITS[match[2].upper()], _VALUES[kind])
    return None


_TWENTY: Final = frozenset(
    {Extra.DRAGON, Extra.FAIRY, Extra.BOMB, Extra.WEREWOLF, Extra.JUGGLER, Extra.CLOUD}
)
_TWENTY_FIVE: Final = _TWENTY | {Extra.SHAPESHIFTER}

ANNIVERSARY_BOXES: Final[Mapping[int, frozenset[Extra]]] = {
    20: _TWENTY,
    25: _TWENTY_FIVE,
    30: _TWENTY_FIVE | {Extra.WITCH, Extra.VAMPIRE},
}
"""The extra cards of the anniversary boxes, by years; other boxes have none."""

"""Cards of the classic deck."""

import re
from dataclasses import dataclass
from enum import StrEnum


class Suit(StrEnum):
    """One of the four peoples: Humans, Elves, Dwarves, Giants."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"


class Kind(StrEnum):
    """What sort of card it is; only number cards have a suit."""

    NUMBER = "number"
    WIZARD = "wizard"
    JESTER = "jester"


@dataclass(frozen=True, slots=True)
class Card:
    """A card; *suit* and *value* (1 to 13, 13 highest) belong to number cards."""

    kind: Kind
    suit: Suit | None = None
    value: int = 0

    def __str__(self) -> str:
        """The card's short name: ``B7``, ``W``, ``J``.

        >>> str(parse_card("B7"))
        'B7'
        """
        if self.suit is None:
            return self.kind.value[0].upper()
        return f"{self.suit.value[0].upper()}{self.value}"


WIZARD = Card(Kind.WIZARD)
JESTER = Card(Kind.JESTER)

COPIES = {Kind.NUMBER: 1, Kind.WIZARD: 4, Kind.JESTER: 4}
"""How often a card is in the deck."""

_SUITS = {suit.value[0].upper(): suit for suit in Suit}
_NUMBER_CARD = re.compile(r"([BGRY])([1-9]|1[0-3])")


def parse_card(name: str) -> Card:
    """Read a card's short name: B, G, R or Y with 1 to 13, W for Wizard, J for Jester.

    :raises ValueError: no card of the classic deck is called that.
    """
    if name == "W":
        return WIZARD
    if name == "J":
        return JESTER
    if match := _NUMBER_CARD.fullmatch(name):
        return Card(Kind.NUMBER, _SUITS[match[1]], int(match[2]))
    raise ValueError(
        f"{name!r} is not a card; expected B, G, R or Y with 1 to 13 (such as B7), "
        "W for a Wizard or J for a Jester"
    )

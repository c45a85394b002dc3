"""The shapes of the suits: told apart without colour, in a square of 24 units."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.rules.wizard.game import Deck, Trump


@dataclass(frozen=True, slots=True)
class Suit:
    """A dark colour, and a path that may begin anywhere: all of it is relative."""

    colour: str
    path: str


SUITS: Mapping[Trump, Suit] = {
    Trump.BLUE: Suit(
        "#2457a6",
        "m12 1.5l8.5 3.2v6.3c0 5.6-3.6 9.3-8.5 11.5-4.9-2.2-8.5-5.9-8.5-11.5v-6.3z",
    ),
    Trump.GREEN: Suit(
        "#1f7a46",
        "m20.5 2.5c-11.5 0-17 5.5-17 12.5 0 1.2.1 2.2.4 3l-2.4 2.5 1.8 1.7 2.3-2.3"
        "c1.1.4 2.2.6 3.4.6 7.5 0 11.5-6.5 11.5-18z",
    ),
    Trump.RED: Suit(
        "#b3261e",
        "m2.5 9.5l7-7h4.5l-2.3 4.3 10.3 10.3-3.7 3.7-10.3-10.3-2.5 2.5z",
    ),
    Trump.YELLOW: Suit("#8f6200", "m.5 21l8.5-16.5 4.3 7 3.2-4.5 7 14z"),
}
_BLACK, _RED = "#1c1626", "#b3261e"
AMERICAN_SUITS: Mapping[Trump, Suit] = {
    Trump.BLUE: Suit(
        _BLACK,
        "m12 2a4.6 4.6 0 0 1 3.7 7.3 4.6 4.6 0 1 1-2.3 7.2l1.6 5.5"
        "h-6l1.6-5.5a4.6 4.6 0 1 1-2.3-7.2 4.6 4.6 0 0 1 3.7-7.3z",
    ),
    Trump.GREEN: Suit(
        _RED,
        "m12 21.5c-7-5.5-10-9-10-13 0-3.1 2.3-5.5 5.1-5.5 1.9 0 3.7 1 4.9 2.8"
        " 1.2-1.8 3-2.8 4.9-2.8 2.8 0 5.1 2.4 5.1 5.5 0 4-3 7.5-10 13z",
    ),
    Trump.RED: Suit(_RED, "m12 1.5l8 10.5-8 10.5-8-10.5z"),
    Trump.YELLOW: Suit(
        _BLACK,
        "m12 2c3 4 9 7 9 12a4.6 4.6 0 0 1-7.7 3.4l1.7 4.6"
        "h-6l1.7-4.6a4.6 4.6 0 0 1-7.7-3.4c0-5 6-8 9-12z",
    ),
}
SUITS_OF = {Deck.PEOPLE: SUITS, Deck.AMERICAN: AMERICAN_SUITS}

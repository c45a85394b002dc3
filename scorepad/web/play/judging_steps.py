"""A case before the judge, and what a tap makes of it; nothing here knows of HTTP.

A page without scripts sends every tap here. With scripts, static/js/judge/state.js does
the same without asking.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from scorepad.rules.wizard.cards import Card, Suit, parse_card, parse_held
from scorepad.rules.wizard.game import Deck, Letters, Trump
from scorepad.rules.wizard.judging import (
    MOST_SEATS,
    CardObjection,
    Ruling,
    Verdict,
    objections_to_cards,
    ruling_on,
    verdict_on,
)

UNFINISHED = ("J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH")
"""Cards whose player has yet to announce, declare or copy something."""


class Ask(StrEnum):
    """What the judge is asked."""

    TRICK = "trick"
    PLAY = "play"


class Tray(StrEnum):
    """Where the next card goes."""

    PLAYED = "played"
    HAND = "hand"


class NoCardError(ValueError):
    """What was written is the name of no card."""


@dataclass(frozen=True, slots=True)
class Case:
    """The question, and the short names of the cards; *begun* is an unfinished one.

    *trump* and *seats* are ``None`` until somebody says them. *deck* and *letters* say
    what is printed on the cards; without letters none are shown.
    """

    ask: Ask = Ask.TRICK
    trump: Trump | None = None
    seats: int | None = None
    played: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    into: Tray = Tray.PLAYED
    begun: str = ""
    deck: Deck = Deck.PEOPLE
    letters: Letters | None = None
    lying: tuple[Card, ...] = field(init=False, repr=False)
    held: tuple[Card, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Read the names.

        :raises NoCardError: one of them is no card's.
        """
        object.__setattr__(self, "lying", tuple(map(_lying, self.played)))
        object.__setattr__(self, "held", tuple(map(_held, self.hand)))

    @property
    def is_about_a_hand(self) -> bool:
        """Whether it is asked what may be played."""
        return self.ask is Ask.PLAY

    @property
    def to(self) -> Tray:
        """Where the next card really goes: into a hand only where one is asked of."""
        return self.into if self.is_about_a_hand else Tray.PLAYED

    @property
    def objections(self) -> tuple[CardObjection, ...]:
        """Everything that keeps the cards from lying there."""
        return objections_to_cards(
            self.lying,
            self.held if self.is_about_a_hand else (),
            seats=self.seats or MOST_SEATS,
            asks_to_play=self.is_about_a_hand,
        )

    @property
    def verdict(self) -> Verdict | None:
        """Who gets the trick; ``None`` until there is one, and trump is known."""
        if self.is_about_a_hand or not self.played or self.trump is None:
            return None
        suit = None if self.trump is Trump.NONE else Suit(self.trump.value)
        return verdict_on(self.lying, suit, seats=self.seats or 0)

    @property
    def ruling(self) -> Ruling | None:
        """What may be played; ``None`` until there is a hand."""
        if not self.is_about_a_hand or not self.hand:
            return None
        return ruling_on(self.lying, self.held)


def with_card(case: Case, more: str) -> Case:
    """Tap a card, or what completes the one that was begun.

    :raises NoCardError: that is no card.
    """
    name = case.begun + more
    if case.begun == "VASH" and more:  # then the Vampire is what its player declares
        name = f"VA{more}"
    if name in UNFINISHED and case.to is Tray.PLAYED:
        return replace(case, begun=name)
    cards = (*_in(case), name)
    return _with(replace(case, begun=""), case.to, cards)


def without_card(case: Case, tray: Tray, place: int) -> Case:
    """Take a card away again."""
    cards = case.hand if tray is Tray.HAND else case.played
    return _with(case, tray, (*cards[:place], *cards[place + 1 :]))


def undone(case: Case) -> Case:
    """Take back the last tap: an unfinished card, else the last card."""
    if case.begun:
        return replace(case, begun="")
    return without_card(case, case.to, max(len(_in(case)) - 1, 0))


def cleared(case: Case) -> Case:
    """The next trick: trump and players stay."""
    return replace(case, played=(), hand=(), begun="", into=Tray.PLAYED)


def _in(case: Case) -> tuple[str, ...]:
    return case.hand if case.to is Tray.HAND else case.played


def _with(case: Case, tray: Tray, cards: tuple[str, ...]) -> Case:
    if tray is Tray.HAND:
        return replace(case, hand=cards)
    return replace(case, played=cards)


def _lying(name: str) -> Card:
    try:
        return parse_card(name)
    except ValueError:
        raise NoCardError(name) from None


def _held(name: str) -> Card:
    try:
        return parse_held(name)
    except ValueError:
        raise NoCardError(name) from None

"""What the card turned up after the deal says about trump."""

from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.wizard.cards import Card, Kind
from scorepad.rules.wizard.game import Extra, Trump

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

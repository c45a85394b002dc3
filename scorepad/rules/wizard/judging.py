"""What a judge is asked: can these cards lie here, and what follows from them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorepad.rules.wizard.cards import JESTER, Card, Kind, Mask, Suit
from scorepad.rules.wizard.game import SEATS_ALLOWED
from scorepad.rules.wizard.schedule import CLASSIC_DECK
from scorepad.rules.wizard.tricks import (
    Follow,
    all_jesters_possible,
    follow_rule,
    legal_plays,
    suit_led,
    trick_outcome,
)

MOST_SEATS = max(SEATS_ALLOWED)
MOST_HELD = CLASSIC_DECK // min(SEATS_ALLOWED)


class CardProblem(StrEnum):
    """Why cards cannot lie, or be held, like this."""

    TOO_MANY_PLAYED = "too_many_played"
    TOO_MANY_HELD = "too_many_held"
    CARD_TWICE = "card_twice"
    CARD_TOO_OFTEN = "card_too_often"
    CARD_TURNED_UP = "card_turned_up"


@dataclass(frozen=True, slots=True)
class CardObjection:
    """One problem: its *card*, how many there are and the *most* possible."""

    problem: CardProblem
    there: int
    most: int
    card: Card | None = None


class Said(StrEnum):
    """What a judge says besides the rule that decides."""

    TAKES = "takes"
    SO_FAR = "so_far"
    NOBODY = "nobody"
    NOBODY_SO_FAR = "nobody_so_far"
    FEW_JESTERS = "few_jesters"
    NONE_TURNED_UP = "none_turned_up"
    HAND_ON = "hand_on"
    CHANGE_BID = "change_bid"
    NO_CHANGE = "no_change"
    SWAP = "swap"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is *said*, in this order, of the card at *place* (from 0, as played).

    The first is who takes the trick, the second the rule that decides.
    """

    place: int
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Which cards of a hand are *legal*, one truth for each, and the rule behind it."""

    legal: tuple[bool, ...]
    rule: Follow
    suit: Suit | None


def objections_to_cards(
    played: Sequence[Card],
    hand: Sequence[Card] = (),
    *,
    seats: int = MOST_SEATS,
    asks_to_play: bool = False,
) -> tuple[CardObjection, ...]:
    """List everything that keeps these cards from lying on a table of *seats*.

    No card is there more often than in the deck, and none that a Vampire copies: it
    lies turned up. Who *asks to play* has no card in the trick yet.
    """
    most = seats - asks_to_play
    return (
        *_too_many(CardProblem.TOO_MANY_PLAYED, played, most),
        *_too_many(CardProblem.TOO_MANY_HELD, hand, MOST_HELD),
        *_too_often((*played, *hand)),
        *_turned_up((*played, *hand)),
    )


def verdict_on(cards: Sequence[Card], trump: Suit | None, *, seats: int = 0) -> Verdict:
    """Judge a trick; with fewer cards than *seats* it may still change."""
    outcome = trick_outcome(cards, trump)
    takes = {
        (False, False): Said.TAKES,
        (False, True): Said.SO_FAR,
        (True, False): Said.NOBODY,
        (True, True): Said.NOBODY_SO_FAR,
    }[outcome.is_void, len(cards) < seats]
    said: list[str] = [takes, outcome.reason, *_to_jesters(cards, seats)]
    if outcome.has_juggler:
        said.append(Said.HAND_ON)
    if outcome.has_cloud:
        said.append(Said.NO_CHANGE if outcome.is_void else Said.CHANGE_BID)
    if any(card.kind is Kind.WITCH for card in cards):
        said.append(Said.SWAP)
    return Verdict(outcome.strongest, tuple(map(str, said)))


def _to_jesters(cards: Sequence[Card], seats: int) -> Iterator[Said]:
    """What nothing but real Jesters gives away; 0 *seats* are unknown."""
    if any(card != JESTER for card in cards):
        return
    if not all_jesters_possible(len(cards), turn_up_is_jester=True):
        yield Said.NONE_TURNED_UP
        if not all_jesters_possible(seats):
            yield Said.FEW_JESTERS


def ruling_on(played: Sequence[Card], hand: Sequence[Card]) -> Ruling:
    """Say which cards of *hand* may be played next, and why."""
    plays = legal_plays(played, hand)
    legal = tuple(card in plays for card in hand)
    return Ruling(legal, follow_rule(played, hand), suit_led(played))


def _too_many(
    problem: CardProblem, cards: Sequence[Card], most: int
) -> Iterator[CardObjection]:
    if len(cards) > most:
        yield CardObjection(problem, len(cards), most)


def _too_often(cards: Sequence[Card]) -> Iterator[CardObjection]:
    by_name = {card.own_name: card for card in cards}
    for name, times in Counter(card.own_name for card in cards).items():
        card = by_name[name]
        if times > card.copies:
            alone = card.copies == 1
            problem = CardProblem.CARD_TWICE if alone else CardProblem.CARD_TOO_OFTEN
            yield CardObjection(problem, times, card.copies, card)


def _turned_up(cards: Sequence[Card]) -> Iterator[CardObjection]:
    """A Wizard or Jester may be what a Shapeshifter was declared to be."""
    copied = {
        replace(card, mask=None).own_name
        for card in cards
        if card.mask is Mask.VAMPIRE and card.kind not in {Kind.WIZARD, Kind.JESTER}
    }
    for card in cards:
        if card.mask is None and card.own_name in copied:
            yield CardObjection(CardProblem.CARD_TURNED_UP, 1, 0, card)

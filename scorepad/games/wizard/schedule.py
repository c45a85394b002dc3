"""Schedules: how many rounds there are, and how many cards each has."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from scorepad.games.wizard import Objection, Problem

IN_THE_BOX: Final = range(3, 7)  # how many people can play by the rule book
SEATS_ALLOWED: Final = range(3, 9)  # and here: seven and eight are a house variant
LEAST_ROUNDS: Final = 10  # rounds of six players, which larger tables play as well
MOST_ROUNDS: Final = 60  # of a custom schedule; the longest built-in one has 39
CLASSIC_DECK: Final = 60  # four suits of 1 to 13, four Wizards and four Jesters


class Trump(StrEnum):
    """The trump of a round: one of the four suits, or none."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    NONE = "none"


class Schedule(StrEnum):
    """A named list of cards per round, in menu order."""

    STANDARD = "standard"
    AMIGO_TOURNAMENT = "amigo_tournament"
    MAXIMUS = "maximus"
    FIRST5 = "first5"
    FIRST7 = "first7"
    LAST5 = "last5"
    QUICK = "quick"
    HALF = "half"
    UP_DOWN = "up_down"
    REVERSE = "reverse"
    SINGLE_COLOUR = "single_colour"
    SPECIAL6 = "special6"
    CUSTOM = "custom"


class Extra(StrEnum):
    """A card that some editions add to the sixty."""

    DRAGON = "dragon"
    FAIRY = "fairy"
    BOMB = "bomb"
    WEREWOLF = "werewolf"
    JUGGLER = "juggler"
    CLOUD = "cloud"
    SHAPESHIFTER = "shapeshifter"
    WITCH = "witch"
    VAMPIRE = "vampire"


_TWENTY: Final = frozenset(
    {Extra.DRAGON, Extra.FAIRY, Extra.BOMB, Extra.WEREWOLF, Extra.JUGGLER, Extra.CLOUD}
)
ANNIVERSARY_BOXES: Final[Mapping[int, frozenset[Extra]]] = {
    20: _TWENTY,
    25: _TWENTY | {Extra.SHAPESHIFTER},
    30: _TWENTY | {Extra.SHAPESHIFTER, Extra.WITCH, Extra.VAMPIRE},
}
"""The extra cards of the anniversary boxes, by years; other boxes have none."""


@dataclass(frozen=True, slots=True)
class Deals:
    """How a game is dealt; *trumps* has those that a schedule prescribes.

    *schedules* return the cards of every round by largest hand and number of players.
    """

    seats: range
    deck: int
    schedules: Mapping[Schedule, Callable[[int, int], Sequence[int]]]
    trumps: Mapping[Schedule, Sequence[Trump]] = field(default_factory=dict)


def whole_game(most: int, _players: int = 0) -> tuple[int, ...]:
    """Return hands from one card to *most*, which repeats up to round ten."""
    return tuple(min(n, most) for n in range(1, max(most, LEAST_ROUNDS) + 1))


def up_and_down(most: int, _players: int = 0) -> tuple[int, ...]:
    """Return hands from one card to *most* and back."""
    return (*range(1, most + 1), *range(most - 1, 0, -1))


_AMIGO_TOURNAMENT = {
    3: tuple(range(2, 21, 2)),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    6: tuple(range(1, 11)),
}
_FEWER_SEATS = {
    Schedule.SINGLE_COLOUR: (range(3, 5), Problem.VARIANT_NEEDS_3_OR_4_PLAYERS),
    Schedule.AMIGO_TOURNAMENT: (IN_THE_BOX, Problem.VARIANT_NEEDS_3_TO_6_PLAYERS),
}
# Wizard Maximus uses the suits in Amigo's order, then no trump.
_MAXIMUS = (Trump.BLUE, Trump.RED, Trump.GREEN, Trump.YELLOW, Trump.NONE)

WIZARD: Final = Deals(
    seats=SEATS_ALLOWED,
    deck=CLASSIC_DECK,
    schedules={
        Schedule.STANDARD: whole_game,
        Schedule.FIRST5: lambda *_: range(1, 6),
        Schedule.FIRST7: lambda *_: range(1, 8),
        Schedule.HALF: lambda most, _: whole_game(most)[: max(most, LEAST_ROUNDS) // 2],
        Schedule.QUICK: lambda most, _: whole_game(most)[::-2][::-1],
        Schedule.LAST5: lambda most, _: whole_game(most)[-5:],
        Schedule.AMIGO_TOURNAMENT: lambda _, players: _AMIGO_TOURNAMENT[players],
        Schedule.MAXIMUS: lambda most, _: (most,) * len(_MAXIMUS),
        Schedule.UP_DOWN: up_and_down,
        Schedule.REVERSE: lambda most, _: range(most, 0, -1),
        Schedule.SINGLE_COLOUR: lambda *_: range(4, 16),
        Schedule.SPECIAL6: lambda *_: (1, 2, 4, 11, 16, 20),
    },
    trumps={
        Schedule.MAXIMUS: _MAXIMUS,
        Schedule.SINGLE_COLOUR: (Trump.NONE,) * len(range(4, 16)),
    },
)


def largest_hand(players: int, deck: int = CLASSIC_DECK) -> int:
    """Return the most cards that each of *players* can be dealt."""
    return deck // players


def prescribed_trump(schedule: Schedule, number: int) -> Trump | None:
    """Return the trump of round *number* if the schedule prescribes it."""
    trumps = WIZARD.trumps.get(schedule, ())
    return trumps[number - 1] if 1 <= number <= len(trumps) else None


def cards_per_round(
    schedule: Schedule,
    players: int,
    *,
    custom: Sequence[int] | None = None,
    deals: Deals = WIZARD,
) -> tuple[int, ...]:
    """Return the cards per player, round by round, in a game that so many can play.

    Extra cards never lengthen a schedule, unless it is *custom* (rules of 2026).
    """
    if schedule is Schedule.CUSTOM:
        return tuple(custom or ())
    hands = deals.schedules.get(schedule)
    return tuple(hands(largest_hand(players, deals.deck), players)) if hands else ()


def schedules_for(players: int, deals: Deals = WIZARD) -> tuple[Schedule, ...]:
    """Return the built-in schedules for so many *players*, in menu order."""
    return tuple(
        schedule
        for schedule in Schedule
        if schedule in deals.schedules
        and not any(objections_to_table(players, schedule, deals=deals))
    )


def objections_to_table(  # noqa: PLR0913 - inputs of the rule
    players: int,
    schedule: Schedule,
    *,
    custom: Sequence[int] | None = None,
    edition: Collection[Extra] = frozenset(),
    fewest: int | None = None,
    deals: Deals = WIZARD,
) -> Iterator[Objection]:
    """Yield everything that prevents this table from starting.

    A hand has a card or more, at most what the deck allows for the *fewest* players.
    """
    seats, problem = _FEWER_SEATS.get(schedule, (deals.seats, None))
    if players not in deals.seats:
        yield Objection(Problem.PLAYERS_OUT_OF_RANGE)
    elif problem and players not in seats:
        yield Objection(problem)
    else:
        is_own = schedule is Schedule.CUSTOM
        least = players if fewest is None or not is_own else max(1, fewest)
        hands = cards_per_round(schedule, players, custom=custom, deals=deals)
        if min(hands, default=0) < 1:
            yield Objection(Problem.HAND_TOO_SMALL)
        if max(hands, default=0) > largest_hand(least, deals.deck + len(set(edition))):
            yield Objection(Problem.HAND_TOO_LARGE)
    if (Extra.DRAGON in edition) != (Extra.FAIRY in edition):
        yield Objection(Problem.EDITION_INCOMPLETE)


def minutes_for(cards: Sequence[int], players: int) -> int:
    """Return the minutes of a game, rounded to 5: 2 a round, 0.1 a card played."""
    seconds = sum(120 + 6 * hand * players for hand in cards)
    return max(5, 5 * round(seconds / 300))

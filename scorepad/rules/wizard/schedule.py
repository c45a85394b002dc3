"""How many rounds there are, and how many cards each of them deals."""

from collections.abc import Collection, Sequence

from scorepad.rules.problems import Objection, Problem
from scorepad.rules.wizard.game import SEATS_ALLOWED, Extra, Schedule, Trump

CLASSIC_DECK = 60
"""Four suits of 1 to 13, four Wizards and four Jesters."""

SINGLE_COLOUR_SEATS = range(3, 5)

SECONDS_PER_ROUND = 120
SECONDS_PER_CARD_PLAYED = 6

_AMIGO_TOURNAMENT = {
    3: tuple(range(2, 21, 2)),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    6: tuple(range(1, 11)),
}
_MAXIMUS_TRUMPS = (Trump.BLUE, Trump.RED, Trump.GREEN, Trump.YELLOW, Trump.NONE)
_SPECIAL6 = (1, 2, 4, 11, 16, 20)


def deck_size(edition: Collection[Extra] = frozenset()) -> int:
    """Count the cards of the deck: sixty and the extra ones of the *edition*."""
    return CLASSIC_DECK + len(frozenset(edition))


def largest_hand(players: int, deck: int = CLASSIC_DECK) -> int:
    """The most cards that every one of *players* can be dealt."""
    return deck // players


def has_turn_up(players: int, cards: int, deck: int = CLASSIC_DECK) -> bool:
    """Whether a card is left to turn up for trump once everybody has *cards*."""
    return players * cards < deck


def prescribed_trump(schedule: Schedule, number: int) -> Trump | None:
    """Trump of round *number* where the schedule itself says it, else ``None``.

    Wizard Maximus goes through the suits in Amigo's order and ends without trump;
    the single-colour variant never has any. Neither turns a card up.
    """
    if schedule is Schedule.SINGLE_COLOUR:
        return Trump.NONE
    if schedule is Schedule.MAXIMUS and 1 <= number <= len(_MAXIMUS_TRUMPS):
        return _MAXIMUS_TRUMPS[number - 1]
    return None


def cards_per_round(
    schedule: Schedule, players: int, *, custom: Sequence[int] | None = None
) -> tuple[int, ...]:
    """List the cards every player is dealt, round by round.

    Extra cards of an edition never lengthen a schedule (rules of 2026); who wants
    that plays a *custom* one.

    >>> cards_per_round(Schedule.QUICK, 4)
    (1, 3, 5, 7, 9, 11, 13, 15)

    :raises ValueError: :func:`objections_to_table` was not asked first.
    """
    if schedule is Schedule.CUSTOM:
        if not custom:
            raise ValueError("a custom schedule needs its list of cards")
        return tuple(custom)
    if players not in SEATS_ALLOWED or schedule not in schedules_for(players):
        raise ValueError(f"{schedule} is not possible with {players} players")
    return _listed(schedule, players)


def _listed(schedule: Schedule, players: int) -> tuple[int, ...]:
    most = largest_hand(players)
    lists: dict[Schedule, Sequence[int]] = {
        Schedule.STANDARD: range(1, most + 1),
        Schedule.AMIGO_TOURNAMENT: _AMIGO_TOURNAMENT[players],
        Schedule.MAXIMUS: (most,) * len(_MAXIMUS_TRUMPS),
        Schedule.FIRST5: range(1, 6),
        Schedule.FIRST7: range(1, 8),
        Schedule.LAST5: range(most - 4, most + 1),
        Schedule.QUICK: range(2 - most % 2, most + 1, 2),
        Schedule.HALF: range(1, most // 2 + 1),
        Schedule.UP_DOWN: (*range(1, most + 1), *range(most - 1, 0, -1)),
        Schedule.REVERSE: range(most, 0, -1),
        Schedule.SINGLE_COLOUR: range(4, 16),
        Schedule.SPECIAL6: _SPECIAL6,
    }
    return tuple(lists[schedule])


def schedules_for(players: int) -> tuple[Schedule, ...]:
    """The ready-made schedules that *players* people can play, in menu order."""
    return tuple(
        schedule
        for schedule in Schedule
        if schedule is not Schedule.CUSTOM
        and not objections_to_table(players, schedule)
    )


def objections_to_table(
    players: int,
    schedule: Schedule,
    *,
    custom: Sequence[int] | None = None,
    edition: Collection[Extra] = frozenset(),
    fewest: int | None = None,
) -> tuple[Objection, ...]:
    """List everything that keeps this table from starting; all of it is refused.

    Dragon and Fairy come only together. A hand is 1 card at least, and at most
    what the deck gives the *fewest* who ever play; a custom schedule without rounds
    counts as a hand too small.
    """
    problems: list[Problem] = []
    if players not in SEATS_ALLOWED:
        problems.append(Problem.PLAYERS_OUT_OF_RANGE)
    else:
        least = players if fewest is None else max(1, fewest)
        problems += _problems_with_hands(players, schedule, custom, edition, least)
    if (Extra.DRAGON in edition) != (Extra.FAIRY in edition):
        problems.append(Problem.EDITION_INCOMPLETE)
    return tuple(Objection(problem) for problem in problems)


def _problems_with_hands(
    players: int,
    schedule: Schedule,
    custom: Sequence[int] | None,
    edition: Collection[Extra],
    fewest: int,
) -> list[Problem]:
    if schedule is Schedule.SINGLE_COLOUR and players not in SINGLE_COLOUR_SEATS:
        return [Problem.VARIANT_NEEDS_3_OR_4_PLAYERS]
    if schedule is Schedule.CUSTOM:
        hands = tuple(custom or ())
    elif schedule is Schedule.SPECIAL6:
        hands = _SPECIAL6
    else:
        return []
    problems = []
    if min(hands, default=0) < 1:
        problems.append(Problem.HAND_TOO_SMALL)
    if max(hands, default=0) > largest_hand(fewest, deck_size(edition)):
        problems.append(Problem.HAND_TOO_LARGE)
    return problems


def minutes_for(cards: Sequence[int], players: int) -> int:
    """Estimate how long a game takes, in minutes, rounded to 5.

    Two minutes to deal, bid and score a round, six seconds for each card played.
    """
    seconds = sum(
        SECONDS_PER_ROUND + SECONDS_PER_CARD_PLAYED * hand * players for hand in cards
    )
    return max(5, 5 * round(seconds / 300))

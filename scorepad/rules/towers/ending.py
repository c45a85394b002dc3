"""When the game ends, who still plays, and who has won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.towers.table import potions_each, turn_order, wizards_each


@dataclass(frozen=True, slots=True)
class Standing:
    """What one player, or one team, has reached. All three count from 0.

    A spent bottle has been filled once and never will be again.
    """

    home: int = 0
    full: int = 0
    spent: int = 0

    @property
    def filled(self) -> int:
        """Bottles that count for the goal: the full ones and the spent ones."""
        return self.full + self.spent


def with_potion_filled(standing: Standing, *, potions: int) -> Standing:
    """One bottle more is full, however many wizards the tower has trapped.

    Who has no empty bottle left of all *potions* fills none.
    """
    if standing.filled >= potions:
        return standing
    return replace(standing, full=standing.full + 1)


def with_potions_spent(standing: Standing, cost: int) -> Standing:
    """The *cost* of a spell has left the full bottles for good."""
    return replace(standing, full=standing.full - cost, spent=standing.spent + cost)


def together(standings: Iterable[Standing]) -> Standing:
    """What a team has reached: the sum of its players."""
    each = tuple(standings)
    return Standing(
        home=sum(one.home for one in each),
        full=sum(one.full for one in each),
        spent=sum(one.spent for one in each),
    )


def goal_met(standing: Standing, *, wizards: int, potions: int) -> bool:
    """Whether all *wizards* are home and all *potions* have been filled."""
    return standing.home >= wizards and standing.filled >= potions


def still_to_play(players: int, *, start: int, trigger: int) -> tuple[int, ...]:
    """The seats that play once more, in turn, after the turn that met the goal.

    *trigger* is the seat whose turn it was, whosever wizard came home in it. The
    round is finished so that everybody has had as many turns; nobody is left if the
    last player of a round met the goal.

    >>> still_to_play(4, start=2, trigger=3)
    (0, 1)
    """
    order = turn_order(players, start)
    return order[order.index(trigger) + 1 :]


def side_standings(
    standings: Sequence[Standing], sides: Sequence[tuple[int, ...]]
) -> tuple[Standing, ...]:
    """What each side has reached together."""
    return tuple(together(standings[seat] for seat in seats) for seats in sides)


def sides_at_goal(
    standings: Sequence[Standing], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """Indices of the *sides* that have met the goal.

    *standings* has one entry for each seat. A side has to bring home the wizards and
    fill the bottles of all its seats, whoever of them did it.
    """
    players = len(standings)
    return tuple(
        index
        for index, reached in enumerate(side_standings(standings, sides))
        if goal_met(
            reached,
            wizards=wizards_each(players) * len(sides[index]),
            potions=potions_each(players) * len(sides[index]),
        )
    )


def winners(
    standings: Sequence[Standing], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """Indices of the *sides* that win: of those at the goal the fullest bottles.

    With equally many full bottles they win together. Nobody wins who has not met
    the goal, whatever they have left.
    """
    at_goal = sides_at_goal(standings, sides)
    reached = side_standings(standings, sides)
    most = max((reached[side].full for side in at_goal), default=0)
    return tuple(side for side in at_goal if reached[side].full == most)


def is_stuck(standings: Sequence[Standing], sides: Sequence[tuple[int, ...]]) -> bool:
    """Whether every wizard is home and nobody can ever meet the goal."""
    all_home = all(each.home >= wizards_each(len(standings)) for each in standings)
    return all_home and not sides_at_goal(standings, sides)


def ranks(
    standings: Sequence[Standing], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """The rank of each side, 1 for the best; equal ones share it (1, 1, 3).

    The rules name winners only. The others are ranked unofficially: by wizards home
    and bottles filled taken together, then by full bottles.
    """
    won = winners(standings, sides)
    reached = side_standings(standings, sides)
    strength = [
        (index in won, each.home + each.filled, each.full)
        if index not in won
        else (True, 0, 0)
        for index, each in enumerate(reached)
    ]
    return tuple(1 + sum(other > own for other in strength) for own in strength)

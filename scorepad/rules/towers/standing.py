"""How far a player has come: wizards at home, bottles full and bottles spent."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


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

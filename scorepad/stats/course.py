"""What depends on the order of games: form, runs of bids, and the way of an average."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from scorepad.stats.outcomes import Outcome
from scorepad.stats.packing import is_kept
from scorepad.stats.race import Step

FORM = 5
"""How many of the last games tell somebody's form."""

Place = tuple[int, int, int]
"""Rank, total and best possible total of one game."""


@dataclass(slots=True)
class Course:
    """How one player's games went on, one after the other.

    *form* has rank, total and best possible total of the last games. *run* is the
    present run of bids, met ones above 0 and missed ones below. *steps* are those of
    the race.
    """

    form: tuple[Place, ...] = ()
    run: int = 0
    longest_run: int = 0
    longest_drought: int = 0
    steps: list[Step] = field(default_factory=list)

    def go_on(self, number: int, outcome: Outcome, bids: str, block: int) -> None:
        """Enter game *number* of the season, later than all before.

        Of every *block* of games only the last step is kept.
        """
        place = outcome.rank, outcome.total, outcome.possible
        self.form = (*self.form, place)[-FORM:]
        self._run_on(bids)
        games, points = self.steps[-1][1:] if self.steps else (0, 0)
        if self.steps and (self.steps[-1][0] - 1) // block == (number - 1) // block:
            self.steps.pop()
        self.steps.append((number, games + 1, points + outcome.total))

    def _run_on(self, bids: str) -> None:
        for met, same in groupby(map(is_kept, bids.split())):
            length = sum(1 for _ in same)
            if met:
                self.run = max(self.run, 0) + length
                self.longest_run = max(self.longest_run, self.run)
            else:
                self.run = min(self.run, 0) - length
                self.longest_drought = max(self.longest_drought, -self.run)


def ranks_in(form: Iterable[Place]) -> tuple[int, ...]:
    """The ranks in the last games."""
    return tuple(rank for rank, _, _ in form)


def share_lately(form: Sequence[Place]) -> Fraction | None:
    """The average part of the possible that the last games brought.

    >>> share_lately([(1, 50, 100), (2, 0, 100), (1, 7, 0)])
    Fraction(1, 4)
    """
    parts = [Fraction(total, possible) for _, total, possible in form if possible]
    return sum(parts, Fraction(0)) / len(parts) if parts else None

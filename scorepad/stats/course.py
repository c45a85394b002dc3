"""What depends on the order of games: form, runs of bids, and the way of an average."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from scorepad.stats.contrasts import Tally
from scorepad.stats.improving import LATELY
from scorepad.stats.outcomes import Outcome
from scorepad.stats.packing import is_kept
from scorepad.stats.race import Step

FORM = 5
"""How many of the last ranks tell somebody's form."""

Place = tuple[int, int, int]
"""Rank in one game, bids met and bids made."""


@dataclass(slots=True)
class Course:
    """How one player's games went on, one after the other.

    *form* has what the last games were like. *run* is the present run of bids, met ones
    above 0 and missed ones below. *steps* are those of the race.
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
        place = outcome.rank, outcome.bids_met, outcome.bids_made
        self.form = (*self.form, place)[-LATELY:]
        self._run_on(bids)
        games, points = self.steps[-1][1:] if self.steps else (0, 0)
        if self.steps and (self.steps[-1][0] - 1) // block == (number - 1) // block:
            self.steps.pop()
        self.steps.append((number, games + 1, points + outcome.total))

    def _run_on(self, bids: str) -> None:
        letters = "".join(map(_letter, bids.split()))
        longest, met = _runs(letters, MISSED, max(self.run, 0))
        self.longest_run = max(self.longest_run, longest)
        longest, missed = _runs(letters, MET, max(-self.run, 0))
        self.longest_drought = max(self.longest_drought, longest)
        self.run = met or -missed


MET, MISSED = "x", "-"


@cache
def _letter(number: str) -> str:
    return MET if is_kept(number) else MISSED


def _runs(letters: str, end: str, before: int) -> tuple[int, int]:
    """The longest and the last run of letters, *before* of them until then.

    Splitting text is several times faster than going through it.

    >>> _runs("xx-xxx", "-", 4), _runs("", "-", 4), _runs("xx-", "-", 4)
    ((6, 3), (4, 4), (6, 0))
    """
    lengths = [len(run) for run in letters.split(end)]
    lengths[0] += before
    return max(lengths), lengths[-1]


def ranks_in(form: Sequence[Place]) -> tuple[int, ...]:
    """The ranks in the last games, the latest last.

    >>> ranks_in([(4, 0, 0), (1, 0, 0), (2, 0, 0), (1, 0, 0), (3, 0, 0), (1, 0, 0)])
    (1, 2, 1, 3, 1)
    """
    return tuple(rank for rank, *_ in form[-FORM:])


def bids_in(form: Sequence[Place]) -> Tally:
    """How many bids were met in the last games.

    >>> bids_in([(1, 3, 5), (2, 1, 5)])
    Tally(hits=4, tries=10)
    """
    return Tally(sum(met for _, met, _ in form), sum(made for *_, made in form))

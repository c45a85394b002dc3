"""What depends on the order of games: form, runs of bids, and the way of an average."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count

from scorepad.stats.columns import Columns
from scorepad.stats.contrasts import Tally
from scorepad.stats.improving import LATELY
from scorepad.stats.packing import MET, MISSED, letters_of
from scorepad.stats.race import Step, block_of, ends_of_blocks

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

    def go_on(self, numbers: Sequence[int], had: Columns) -> None:
        """Enter games of these *numbers* in the season, later than all before.

        Of every block of games only the last step is kept.
        """
        places = zip(had.ranks, had.bids_met, had.bids_made, strict=True)
        self.form = (*self.form, *list(places)[-LATELY:])[-LATELY:]
        self._run_on("".join(had.bids))
        games, points = self.steps[-1][1:] if self.steps else (0, 0)
        sums = accumulate(had.totals, initial=points)
        next(sums)
        steps = [*self.steps[-1:], *zip(numbers, count(games + 1), sums, strict=False)]
        self.steps = [*self.steps[:-1], *_last_of_blocks(steps)]

    def _run_on(self, bids: str) -> None:
        letters = letters_of(bids)
        longest, met = _runs(letters, MET, max(self.run, 0))
        self.longest_run = max(self.longest_run, longest)
        longest, missed = _runs(letters, MISSED, max(-self.run, 0))
        self.longest_drought = max(self.longest_drought, longest)
        self.run = met or -missed


def _last_of_blocks(steps: Sequence[Step]) -> list[Step]:
    """Steps that no later one of the same block makes needless.

    The blocks are those of :func:`block_of` at the later step. To look for every
    block's end is far quicker than to look at every step.

    >>> _last_of_blocks([(60, 1, 5), (61, 2, 9), (62, 3, 4), (63, 4, 1)])
    [(60, 1, 5), (62, 3, 4), (63, 4, 1)]
    """
    numbers = [number for number, *_ in steps]
    kept = {len(steps) - 1} if steps else set[int]()
    block = block_of(numbers[0]) if steps else 1
    while steps and block <= block_of(numbers[-1]):
        for end in ends_of_blocks(block):
            after = bisect_right(numbers, end)
            if 0 < after < len(numbers):
                kept.add(after - 1)
        block *= 2
    return [steps[place] for place in sorted(kept)]


def _runs(letters: bytes, run: bytes, before: int) -> tuple[int, int]:
    """The longest and the last *run* of a letter, *before* of them until then.

    To search for longer and longer ones takes one way through the text in all.

    >>> _runs(b"xx-xxx", b"x", 4), _runs(b"", b"x", 4), _runs(b"xx-", b"x", 4)
    ((6, 3), (4, 4), (6, 0))
    """
    last = len(letters) - len(letters.rstrip(run))
    if last == len(letters):
        return before + last, before + last
    longest = max(last, before + len(letters) - len(letters.lstrip(run)))
    place = letters.find(run * (longest + 1))
    while place >= 0:
        longest += 1
        place = letters.find(run * (longest + 1), place)
    return longest, last


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

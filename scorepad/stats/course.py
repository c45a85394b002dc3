"""What depends on the order of games: form, runs of bids, and who is improving."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorepad.stats.bids import MET, MISSED, UNKNOWN
from scorepad.stats.columns import Columns
from scorepad.stats.contrasts import Tally, luck_of
from scorepad.stats.intervals import is_enough

FORM = 5
"""How many of the last ranks tell somebody's form."""

LATELY: Final = 10
"""So many games are the last ones."""

HARDLY_LUCK: Final = 0.1
"""A change that luck shows less often than this is worth an arrow."""

Place = tuple[int, int, int]
"""Rank in one game, bids met and bids made."""


@dataclass(frozen=True, slots=True)
class Course:
    """How one player's games went on, one after the other.

    *form* has what the last games were like. Runs of bids go on from game to game.
    """

    form: tuple[Place, ...] = ()
    longest_run: int = 0
    longest_drought: int = 0


def course_of(own: Columns) -> Course:
    """The course of a player's games."""
    marks = "".join(own.marks).replace(UNKNOWN, "")
    return Course(
        form=form_of(own),
        longest_run=_longest(marks, MET),
        longest_drought=_longest(marks, MISSED),
    )


def form_of(own: Columns) -> tuple[Place, ...]:
    """What a player's last games were like."""
    lately = own.ranks[-LATELY:], own.bids_met[-LATELY:], own.bids_made[-LATELY:]
    return tuple(zip(*lately, strict=True))


def _longest(marks: str, run: str) -> int:
    """The longest *run* of a mark; much faster than to split at the others.

    >>> _longest("xx-xxx-x", "x"), _longest("", "x")
    (3, 0)
    """
    longest = place = 0
    while (place := marks.find(run * (longest + 1), place)) >= 0:
        longest += 1
    return longest


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


@dataclass(frozen=True, slots=True)
class Change:
    """The shares of bids met *lately* and *before*, 0 to 1.

    *is_clear* if luck alone would hardly show such a difference.
    """

    lately: Fraction
    before: Fraction
    is_clear: bool

    @property
    def difference(self) -> Fraction:
        """How much more (or less) were met lately, -1 to 1."""
        return self.lately - self.before


def change_of(lately: Tally, whole: Tally, *, games: int) -> Change | None:
    """How a player's bids changed; *lately* is part of the *whole* of so many *games*.

    ``None`` where there are too few yet: it takes as many games before as are the last
    ones, and on both sides enough bids to tell something.
    """
    before = Tally(whole.hits - lately.hits, whole.tries - lately.tries)
    if games < 2 * LATELY or not all(is_enough(e.tries) for e in (lately, before)):
        return None
    is_clear = luck_of((lately, before)) < HARDLY_LUCK
    return Change(lately.share, before.share, is_clear)

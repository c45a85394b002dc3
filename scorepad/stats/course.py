"""What depends on the order of games: form, and runs of bids."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.stats.bids import MET, MISSED, UNKNOWN
from scorepad.stats.columns import Columns
from scorepad.stats.contrasts import Tally
from scorepad.stats.improving import LATELY

FORM = 5
"""How many of the last ranks tell somebody's form."""

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
    lately = own.ranks[-LATELY:], own.bids_met[-LATELY:], own.bids_made[-LATELY:]
    marks = "".join(own.marks).replace(UNKNOWN, "")
    return Course(
        form=tuple(zip(*lately, strict=True)),
        longest_run=_longest(marks, MET),
        longest_drought=_longest(marks, MISSED),
    )


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

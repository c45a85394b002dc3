"""The rules of the games: pure functions and values, without Flask or database.

Terms (``docs/architecture.md`` says who may import this package):

seat
    a place at the table, from 0, clockwise; a *player* sits in it
round
    one deal, from 1; its *cards* are the tricks available in it
bid, trick
    what a seat announced, and what it took
points, total
    of one round, and running over the game
sheet
    the whole record with everything derived from it
standing
    the ranks at the end
edition
    which special cards are in the deck
objection
    a problem, as a value, and the seat it concerns
"""

from collections.abc import Mapping
from typing import NamedTuple


class GameResult(NamedTuple):
    """The result of a finished game; seats count from 0.

    *sides* are teams, empty if everybody played alone. *start* is the first seat,
    *rounds* the number of rounds, if known. *figures* has for every seat the numbers to
    sum up over a season, by name.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    start: int | None = None
    rounds: int | None = None
    figures: tuple[Mapping[str, int], ...] = ()

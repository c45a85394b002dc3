"""The rules of the games: pure functions and values, without Flask or database.

``docs/architecture.md`` explains their terms, and says who may import this package.
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

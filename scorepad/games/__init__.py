"""The rules of the games: pure functions and values (``docs/architecture.md``)."""

from collections.abc import Mapping
from typing import NamedTuple


class GameResult(NamedTuple):
    """The result of a finished game: seats count from 0, *sides* are teams if any.

    *figures* has for every seat the numbers to sum up over a season, by name.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    start: int | None = None
    rounds: int | None = None
    figures: tuple[Mapping[str, int], ...] = ()

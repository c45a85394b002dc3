"""What a season counts of one game, whatever its rules."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game that is over ended; seats count from 0.

    *sides* are who won or lost together; empty, everybody played alone. *start* is the
    seat that began, *rounds* how many were played, each if it is known. *figures* has
    for every seat what is summed up of it over a season, by its name.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    start: int | None = None
    rounds: int | None = None
    figures: tuple[Mapping[str, int], ...] = ()

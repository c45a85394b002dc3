"""The rules of the games: pure functions and values (``docs/architecture.md``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from annotated_types import Ge, Le, MaxLen

from scorepad.games.documents import READABLE, Day, Id, Model


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion(Model):
    """Date, place, duration, remark and id of a game."""

    id_: Id | None = None
    played_on: Day | None = None
    place: Annotated[str, MaxLen(100), READABLE] | None = None
    minutes: Annotated[int, Ge(0), Le(10_000)] | None = None
    remark: Annotated[str, MaxLen(1000), READABLE] | None = None

"""The race of a season: how everybody's average moved from game to game."""

from collections.abc import Sequence
from typing import TypeVar

from scorepad.stats.season import Outcome

Player = TypeVar("Player")

STEPS_AT_MOST = 60
"""More points than that no line of a page can show."""


def race(
    games: Sequence[Sequence[tuple[Player, Outcome]]],
    players: Sequence[Player],
    *,
    steps: int = STEPS_AT_MOST,
) -> tuple[tuple[int | None, ...], ...]:
    """The average total of each of *players* after every game, rounded to a point.

    One row per game in the order they were played, the last one always among them; of
    many games *steps* rows, evenly spread. ``None`` before somebody's first game.
    """
    sums = dict.fromkeys(players, 0)
    counts = dict.fromkeys(players, 0)
    rows = []
    for game in games:
        for player, outcome in game:
            if player in sums and outcome.played:
                sums[player] += outcome.total
                counts[player] += 1
        rows.append(tuple(_average(sums[p], counts[p]) for p in players))
    return tuple(rows[index] for index in spread(len(rows), steps))


def _average(total: int, count: int) -> int | None:
    return round(total / count) if count else None


def spread(count: int, steps: int) -> Sequence[int]:
    """At most *steps* of so many places, the first and the last among them.

    >>> spread(5, 3)
    [0, 2, 4]
    """
    if count <= steps:
        return range(count)
    return [round(step * (count - 1) / (steps - 1)) for step in range(steps)]

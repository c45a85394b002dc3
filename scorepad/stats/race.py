"""The race of a season: how everybody's average moved from game to game."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, count

from scorepad.stats.columns import Columns

STEPS_AT_MOST = 60
"""More points than that no line of a page can show."""

Step = tuple[int, int, int]
"""After this game of the season a player has had so many games and points in all."""


def block_of(games: int) -> int:
    """Of how many games each the race shows only the last: a power of two.

    >>> block_of(60), block_of(61), block_of(10_000)
    (1, 2, 256)
    """
    return 1 << (max(0, games - 1) // STEPS_AT_MOST).bit_length()


def numbers_in_race(games: int) -> tuple[int, ...]:
    """After which games of so many the race is shown, the last one among them.

    >>> numbers_in_race(3)
    (1, 2, 3)
    >>> numbers_in_race(62)[:3], numbers_in_race(63)[-3:]
    ((2, 4, 6), (60, 62, 63))
    """
    block = block_of(games)
    numbers = range(block, games + 1, block)
    return (*numbers, games) if games % block else tuple(numbers)


def spread(count: int, steps: int) -> Sequence[int]:
    """At most *steps* of so many places, the first and the last among them.

    >>> spread(5, 3)
    [0, 2, 4]
    """
    if count <= steps:
        return range(count)
    return [round(step * (count - 1) / (steps - 1)) for step in range(steps)]


def steps_of(own: Columns, numbers: Mapping[int, int]) -> list[Step]:
    """The steps of a player, given the *numbers* of the games in the season."""
    sums = accumulate(own.totals)
    games = map(numbers.__getitem__, own.games)
    return list(zip(games, count(1), sums, strict=False))


def race(
    steps: Sequence[Sequence[Step]], games: int
) -> tuple[tuple[int | None, ...], ...]:
    """The average total of each player after every game, rounded to a point.

    One row for each of :func:`numbers_in_race`, from the *steps* of every player.
    ``None`` before somebody's first game.
    """
    numbers = numbers_in_race(games)
    columns = [_averages(each, numbers) for each in steps]
    return tuple(zip(*columns, strict=True)) if columns else ((),) * len(numbers)


def _averages(steps: Sequence[Step], numbers: Sequence[int]) -> list[int | None]:
    found: list[int | None] = []
    coming = iter(steps)
    step, average = next(coming, None), None
    for number in numbers:
        while step is not None and step[0] <= number:
            average = round(step[2] / step[1])
            step = next(coming, None)
        found.append(average)
    return found

"""Where the wizards stand when the game begins."""

from scorepad.rules.towers.table import turn_order, wizards_each

CAPACITY = (3, 3, 3, 2, 2, 2, 1, 1, 1)
"""Wizards on each of the nine start towers, clockwise; only while setting up."""

SHIELDED = (1, 3, 5, 7, 9)
"""Numbers of the start towers that bear a raven shield."""


def placement(players: int, start: int) -> tuple[tuple[int, ...], ...]:
    """The seats whose wizards stand on each tower, in the order they are placed.

    From the start player clockwise everybody places one wizard at a time; a tower
    is filled before the next one is begun.

    >>> placement(2, start=0)[:4]
    ((0, 1, 0), (1, 0, 1), (0, 1, 0), (1,))
    """
    queue = list(turn_order(players, start)) * wizards_each(players)
    towers = []
    for room in CAPACITY:
        towers.append(tuple(queue[:room]))
        queue = queue[room:]
    return tuple(towers)

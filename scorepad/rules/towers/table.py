"""Who can sit down together, with which colours, and how much each of them has."""

from collections.abc import Sequence

from scorepad.rules.towers.models import (
    SEATS_ALLOWED,
    TEAM_TABLES,
    Colour,
    Objection,
    Problem,
)

HAND_CARDS = 3

_WIZARDS_EACH = {2: 5, 3: 4, 4: 4, 5: 3, 6: 3}
_POTIONS_EACH = {2: 6, 3: 5, 4: 5, 5: 4, 6: 4}


WIZARDS_IN_BOX = {
    Colour.BLUE: 5,
    Colour.YELLOW: 5,
    Colour.RED: 4,
    Colour.GREEN: 4,
    Colour.ORANGE: 3,
    Colour.PURPLE: 3,
}


def wizards_each(players: int) -> int:
    """How many wizards everybody brings home at a table of *players* (2 to 6)."""
    return _WIZARDS_EACH[players]


def potions_each(players: int) -> int:
    """How many bottles everybody has to fill at a table of *players* (2 to 6)."""
    return _POTIONS_EACH[players]


def usable_colours(players: int) -> tuple[Colour, ...]:
    """The colours of which the box holds wizards enough for one player.

    >>> [colour.value for colour in usable_colours(2)]
    ['blue', 'yellow']
    """
    needed = wizards_each(players)
    return tuple(colour for colour, has in WIZARDS_IN_BOX.items() if has >= needed)


def partner_of(seat: int, players: int) -> int:
    """The seat opposite, in a game of teams."""
    return (seat + players // 2) % players


def turn_order(players: int, start: int) -> tuple[int, ...]:
    """All seats, clockwise from the one that starts."""
    return tuple((start + step) % players for step in range(players))


def objections_to_table(
    players: int, *, teams: bool = False, colours: Sequence[Colour] = ()
) -> tuple[Objection, ...]:
    """Everything that keeps this table from starting; all of it is refused.

    Every seat has a colour of its own of which the box holds wizards enough;
    without any *colours* nobody has said which.
    """
    if players not in SEATS_ALLOWED:
        return (Objection(Problem.PLAYERS_OUT_OF_RANGE),)
    found = [
        Objection(Problem.COLOUR_NOT_USABLE, seat=seat)
        for seat, colour in enumerate(colours)
        if colour not in usable_colours(players) or colour in colours[:seat]
    ]
    if teams and players not in TEAM_TABLES:
        found.append(Objection(Problem.TEAMS_NEED_4_OR_6))
    return tuple(found)


def side_of(seat: int, sides: Sequence[tuple[int, ...]]) -> int:
    """Which of the *sides* a seat belongs to."""
    return next(index for index, seats in enumerate(sides) if seat in seats)


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

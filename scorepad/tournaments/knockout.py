"""The knock-out stage: tables of four, whose first one or two go on to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from scorepad.tournaments.draw import Tables
from scorepad.tournaments.record import (
    AT_A_TABLE,
    Results,
    Table,
    TieBreak,
    Tournament,
)
from scorepad.tournaments.standings import Placing, at_table, standings

CUTS: Final = {1: (4, 16, 64), 2: (4, 8, 16, 32, 64)}
"""How many players can go on, by how many of a table do so again."""


def cut_of(to: Tournament, people: int) -> int:
    """Return how many go on: the cut, or the largest one that *people* fill; 0 if none.

    >>> cut_of(Tournament(name="a", cut=16), 14)
    4
    """
    return max((c for c in CUTS[to.advance] if c <= min(to.cut, people)), default=0)


def snake(numbers: Sequence[int]) -> Tables:
    """Return tables of four by the snake: 1, 8, 9, 16 meet at the first of four.

    >>> snake([1, 2, 3, 4, 5, 6, 7, 8])
    ((1, 4, 5, 8), (2, 3, 6, 7))
    """
    tables: list[list[int]] = [[] for _ in range(len(numbers) // AT_A_TABLE)]
    for at, number in enumerate(numbers):
        row, column = divmod(at, len(tables))
        tables[-1 - column if row % 2 else column].append(number)
    return tuple(map(tuple, tables))


def qualified(to: Tournament, found: Sequence[Placing]) -> list[int]:
    """Return who goes on to the knock-out stage, best first; who stopped does not."""
    game = to.games + 1
    present = [each.number for each in found if to.entry(each.number).plays(game)]
    return present[: cut_of(to, len(present))]


def winners(to: Tournament, results: Results) -> list[int] | None:
    """Return who goes on from the last draw of the knock-out stage, best seeds first.

    ``None`` while a table plays. Of the final, its whole order.
    """
    game = len(to.draws)
    orders = [_order(to, game, each, results) for each in to.knockout[-1].tables]
    if not all(orders):
        return None
    if len(orders) == 1:
        return orders[0]
    seeds = {each.number: each.place for each in standings(to, results)}
    first = [number for order in orders for number in order[: to.advance]]
    return sorted(first, key=lambda number: seeds[number])


def going_on(to: Tournament, results: Results) -> list[int] | None:
    """Return who sits in the next draw of the knock-out stage, best first."""
    if to.knockout:
        return winners(to, results)
    return qualified(to, standings(to, results))


def is_outdated(to: Tournament, results: Results) -> bool:
    """Return whether a draw that has not begun would seat other people now."""
    if not to.is_drawn:
        return False
    drawn, before = to.draws[-1], replace(to, draws=to.draws[:-1])
    wanted = (
        going_on(before, results)
        if drawn.knockout
        else [each.number for each in to.playing(len(to.draws))]
    )
    seated = {number for table in drawn.tables for number in table.seats}
    return seated != {*(wanted or ())}


def ties(to: Tournament, results: Results) -> list[list[Placing]]:
    """Return the players whom only a further game or the lot separates, by tie."""
    tables = to.knockout[-1].tables if to.knockout else ()
    scores = [results.get(table.game or "", ()) for table in tables]
    orders = [standings(to, results)] + [
        at_table(to, len(to.draws), each) for each in scores
    ]
    found: list[list[Placing]] = []
    for each in chain.from_iterable(orders):
        is_tied = each.tie_break in {TieBreak.FURTHER_GAME, TieBreak.LOT}
        if is_tied and each.games:
            found[-1].append(each)
        else:
            found.append([each])
    return [tie for tie in found if len(tie) > 1]


def _order(to: Tournament, game: int, table: Table, results: Results) -> list[int]:
    # The people of a table in their order, once it has finished.
    seats = results.get(table.game or "", ())
    return [each.number for each in at_table(to, game, seats)]


class BracketTable(NamedTuple):
    """A *table* of the knock-out stage, ``None`` until it is drawn.

    *onward* has the entries that go on, with the number of their next table, which is
    0 until it is drawn; of the final, the winner.
    """

    table: Table | None
    onward: Mapping[int, int]


def bracket(to: Tournament, results: Results) -> list[list[BracketTable]]:
    """Return the tables of all stages; the winner of the final once revealed."""
    drawn = [each.tables for each in to.knockout]
    found: list[list[BracketTable]] = []
    stages = zip_longest(drawn, drawn[1:], fillvalue=())
    for game, (tables, after) in enumerate(stages, len(to.preliminary) + 1):
        next_table = {n: at for at, each in enumerate(after, 1) for n in each.seats}
        most = to.advance if len(tables) > 1 else int(to.revealed)
        boxes = []
        for table in tables:
            first = _order(to, game, table, results)[:most]
            on = [n for n in table.seats if n in next_table] if after else first
            boxes.append(BracketTable(table, {n: next_table.get(n, 0) for n in on}))
        found.append(boxes)
    while found and len(found[-1]) > 1:
        left = len(found[-1]) * to.advance // AT_A_TABLE
        found.append([BracketTable(None, {})] * left)
    return found


def is_over(to: Tournament, results: Results) -> bool:
    """Return whether the final is over, or the last game if no final follows."""
    last = to.draws[-1] if to.draws else None
    if last is None or any((each.game or "") not in results for each in last.tables):
        return False
    if last.knockout:
        return len(last.tables) == 1
    return len(to.draws) >= to.games and not qualified(to, standings(to, results))


def final_ranking(to: Tournament, results: Results) -> list[int]:
    """Return all entries by how far they came, then by the preliminary games."""
    seeds = [each.number for each in standings(to, results)]
    came = dict.fromkeys(seeds, 0)
    for stage, drawn in enumerate(to.knockout, 1):
        for table in drawn.tables:
            came.update(dict.fromkeys(table.seats, stage))
    order = sorted(seeds, key=lambda number: -came[number])
    final = to.knockout[-1] if to.knockout else None
    if final is None or len(final.tables) > 1 or final.tables[0].game not in results:
        return order
    best = winners(to, results) or []
    return [*best, *(number for number in order if number not in best)]

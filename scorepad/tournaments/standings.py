"""The standings and the knock-out stage: points, ties, and who goes on.

The first at a table gets 4 table points, the last 1, and those between equal steps, so
that no size of table is better than another; shared places share their points. A missed
game counts 0. Penalties change the points of a game, and so the place at its table.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, zip_longest
from operator import add
from random import Random
from typing import Any, Final, NamedTuple, get_args

from scorepad.tournaments.draw import Tables
from scorepad.tournaments.record import AT_A_TABLE, Results, Table, TieBreak, Tournament

BEST, WORST = Fraction(4), Fraction(1)


class Placing(NamedTuple):
    """An entry's *place* and score; *tie_break* separates it from the one before."""

    place: int
    number: int
    table_points: Fraction
    game_points: int
    exact: int
    bids: int
    games: int
    tie_break: TieBreak | None = None


Score = tuple[Fraction, int, int, int, int]
"""Table points, game points, exact predictions, sum of bids, games."""

NOTHING: Score = (Fraction(0), 0, 0, 0, 0)


def fine(to: Tournament, game: int, number: int) -> int:
    """Return the sum of the penalties of an entry in *game*, from 1."""
    return sum(p.points for p in to.penalties if (p.game, p.number) == (game, number))


def table_points(points: Sequence[int]) -> list[Fraction]:
    """Return the table points of every seat.

    >>> [str(each) for each in table_points([90, 120, 90, 10])]
    ['5/2', '4', '5/2', '1']
    """
    return [
        _share(len(points), sum(other > own for other in points), points.count(own))
        for own in points
    ]


@cache  # fractions are slow
def _share(people: int, ahead: int, equal: int) -> Fraction:
    step = (BEST - WORST) / (people - 1)
    return BEST - step * (ahead + Fraction(equal - 1, 2))


def standings(to: Tournament, results: Results) -> list[Placing]:
    """Return all entries by the preliminary games, best first.

    People who stopped before their first game are left out.
    """
    found = {each.number: NOTHING for each in to.entries if each.until != 0}
    for game, drawn in enumerate(to.preliminary, 1):
        for table in drawn.tables:
            for number, score in _scores(to, game, table, results).items():
                sums: Any = map(add, found.get(number, NOTHING), score)
                found[number] = tuple(sums)
    return ranked(to, found)


def _scores(
    to: Tournament, game: int, table: Table, results: Results
) -> dict[int, Score]:
    """Return the scores at a finished table of *game*, from 1, after penalties."""
    seats = results.get(table.game or "", ())
    points = {seat: seat.points + fine(to, game, seat.number) for seat in seats}
    won = table_points([*points.values()])
    return {
        seat.number: (share, points[seat], seat.exact, seat.bids, 1)
        for seat, share in zip(points, won, strict=True)
    }


def ranked(to: Tournament, scores: dict[int, Score]) -> list[Placing]:
    """Return entries by their *scores*; no two are equal, because of the lot."""

    def key(number: int) -> tuple[object, ...]:
        share, points, exact, bids, _games = scores[number]
        main = (-share, -points) if to.ranking == "table" else (-points,)
        further = to.further.index(number) if number in to.further else len(to.further)
        return main, -exact, -bids, further, lot(to.seed, number)

    found: list[Placing] = []
    before: tuple[object, ...] = ()
    in_order = sorted((key(number), number) for number in scores)
    for place, (own, number) in enumerate(in_order, 1):
        pairs = zip((None, *get_args(TieBreak)), before, own, strict=False)
        split = next((by for by, one, other in pairs if one != other), None)
        found.append(Placing(place, number, *scores[number], split))
        before = own
    return found


def lot(seed: int, number: int) -> float:
    """Return the lot of an entry, from 0 to 1; the lower one is placed before."""
    return Random(f"{seed} {number}").random()  # noqa: S311 - to be repeated


def order_at(
    to: Tournament, game: int, table: Table, results: Results
) -> list[Placing]:
    """Return the order at a *table* of *game*, from 1, once it has finished."""
    return ranked(to, _scores(to, game, table, results))


# --- The knock-out stage: tables of four, whose first one or two go on to the next.

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


def going_on(to: Tournament, results: Results) -> list[int]:
    """Return who sits in the next draw of the knock-out stage, best first.

    Empty while a table plays; after the final, its whole table in order.
    """
    best = [each.number for each in standings(to, results)]
    if not to.knockout:
        playing = {each.number for each in to.playing(to.games + 1)}
        present = [number for number in best if number in playing]
        return present[: cut_of(to, len(present))]
    orders = _last_orders(to, results)
    if len(orders) == 1:
        return [each.number for each in orders[0]]
    first = {each.number for order in orders for each in order[: to.advance]}
    return [number for number in best if number in first] if all(orders) else []


def _last_orders(to: Tournament, results: Results) -> list[list[Placing]]:
    # The orders at the tables of the knock-out stage that were drawn last.
    tables = to.knockout[-1].tables if to.knockout else ()
    return [order_at(to, len(to.draws), table, results) for table in tables]


def is_outdated(to: Tournament, results: Results) -> bool:
    """Return whether a draw that has not begun would seat other people now."""
    if not to.is_drawn:
        return False
    wanted = [each.number for each in to.playing(len(to.draws))]
    if to.draws[-1].knockout:
        wanted = going_on(replace(to, draws=to.draws[:-1]), results)
    return to.draws[-1].seated != {*wanted}


def ties(to: Tournament, results: Results) -> list[list[Placing]]:
    """Return the players whom only a further game or the lot separates, by tie."""
    found: list[list[Placing]] = []
    for each in chain(standings(to, results), *_last_orders(to, results)):
        if each.tie_break in {"further_game", "lot"} and each.games:
            found[-1].append(each)
        else:
            found.append([each])
    return [tie for tie in found if len(tie) > 1]


def bracket(to: Tournament, results: Results) -> list[tuple[int, dict[int, int]]]:
    """Return how many tables each stage has, and which entries go on to which table.

    The number of the table is 0 until it is drawn. The winner goes on from the final
    once it is revealed.
    """
    drawn = [each.tables for each in to.knockout]
    found: list[tuple[int, dict[int, int]]] = []
    stages = zip_longest(drawn, drawn[1:], fillvalue=())
    for game, (tables, after) in enumerate(stages, len(to.preliminary) + 1):
        onward = {n: at for at, each in enumerate(after, 1) for n in each.seats}
        most = to.advance if len(tables) > 1 else int(to.revealed)
        for table in () if after else tables:
            first = order_at(to, game, table, results)[:most]
            onward |= {each.number: 0 for each in first}
        found.append((len(tables), onward))
    while found and found[-1][0] > 1:
        found.append((found[-1][0] * to.advance // AT_A_TABLE, {}))
    return found


def is_over(to: Tournament, results: Results) -> bool:
    """Return whether the final is over, or the last game if no final follows."""
    last = to.draws[-1] if to.draws else None
    if last is None or any((each.game or "") not in results for each in last.tables):
        return False
    if to.knockout:
        return to.final is not None
    return len(to.draws) >= to.games and not going_on(to, results)


def final_ranking(to: Tournament, results: Results) -> list[int]:
    """Return all entries by how far they came, then by the preliminary games."""
    seeds = [each.number for each in standings(to, results)]
    came = dict.fromkeys(seeds, 0)
    for stage, drawn in enumerate(to.knockout, 1):
        for table in drawn.tables:
            came.update(dict.fromkeys(table.seats, stage))
    order = sorted(seeds, key=came.__getitem__, reverse=True)
    best = going_on(to, results) if to.final else []
    return [*best, *(number for number in order if number not in best)]

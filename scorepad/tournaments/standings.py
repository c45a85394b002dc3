"""The standings: table points, game points, and what separates equal players.

The first at a table gets 4 table points, the last 1, and those between equal steps, so
that no size of table is better than another; shared places share their points. A missed
game counts 0. Penalties change the points of a game, and so the place at its table.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from operator import add
from random import Random
from typing import NamedTuple

from scorepad.tournaments.record import (
    Ranking,
    Results,
    SeatScore,
    TieBreak,
    Tournament,
)

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


class _Score(NamedTuple):
    table_points: Fraction = Fraction(0)
    game_points: int = 0
    exact: int = 0
    bids: int = 0
    games: int = 0


def fine(to: Tournament, game: int, number: int) -> int:
    """Return the sum of the penalties of an entry in *game*, from 1."""
    found = (p.points for p in to.penalties if (p.game, p.number) == (game, number))
    return sum(found)


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


class SeatPlayed(NamedTuple):
    """A seat of a drawn table; without *score* and *table_points* until it is over.

    *game* and *table* count from 1; *table_points* follow from *penalty*, too.
    """

    game: int
    knockout: bool
    table: int
    number: int
    score: SeatScore | None
    penalty: int
    table_points: Fraction | None


def seats_of(to: Tournament, results: Results) -> Iterator[SeatPlayed]:
    """Yield every seat of every table."""
    for game, drawn in enumerate(to.draws, 1):
        for at, table in enumerate(drawn.tables, 1):
            played = results.get(table.game or "", ())
            seats = {seat.number: seat for seat in played}
            scores = _scores(to, game, played)
            for number in table.seats:
                won = scores[number].table_points if number in scores else None
                yield SeatPlayed(
                    *(game, drawn.knockout, at, number, seats.get(number)),
                    *(fine(to, game, number), won),
                )


def standings(to: Tournament, results: Results) -> list[Placing]:
    """Return all entries by the preliminary games, best first.

    People who stopped before their first game are left out.
    """
    found = {each.number: _Score() for each in to.entries if each.until != 0}
    for game, drawn in enumerate(to.preliminary, 1):
        for table in drawn.tables:
            scores = _scores(to, game, results.get(table.game or "", ()))
            for number, score in scores.items():
                sums = map(add, found.get(number, _Score()), score)
                found[number] = _Score(*sums)
    return ranked(to, found)


def _scores(to: Tournament, game: int, seats: Iterable[SeatScore]) -> dict[int, _Score]:
    """Return the scores at a table in *game*, from 1, after penalties."""
    points = {seat: seat.points + fine(to, game, seat.number) for seat in seats}
    won = table_points([*points.values()])
    return {
        seat.number: _Score(share, points[seat], seat.exact, seat.bids, 1)
        for seat, share in zip(points, won, strict=True)
    }


def ranked(to: Tournament, scores: dict[int, _Score]) -> list[Placing]:
    """Return entries by their *scores*; no two are equal, because of the lot."""

    def key(number: int) -> tuple[object, ...]:
        share, points, exact, bids, _games = scores[number]
        main = (-share, -points) if to.ranking is Ranking.TABLE else (-points,)
        further = to.further.index(number) if number in to.further else len(to.further)
        return main, -exact, -bids, further, lot(to.seed, number)

    found: list[Placing] = []
    before: tuple[object, ...] = ()
    in_order = sorted((key(number), number) for number in scores)
    for place, (own, number) in enumerate(in_order, 1):
        pairs = zip((None, *TieBreak), before, own, strict=False)
        split = next((by for by, one, other in pairs if one != other), None)
        found.append(Placing(place, number, *scores[number], split))
        before = own
    return found


def lot(seed: int, number: int) -> float:
    """Return the lot of an entry, from 0 to 1; the lower one is placed before."""
    return Random(f"{seed} {number}").random()  # noqa: S311 - to be repeated


def at_table(to: Tournament, game: int, seats: Iterable[SeatScore]) -> list[Placing]:
    """Return the order at one table in *game*, from 1, with ties broken."""
    return ranked(to, _scores(to, game, seats))

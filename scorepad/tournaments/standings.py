"""The standings: table points, game points, and what separates equal players.

The first at a table gets 4 table points, the last 1, and those between equal steps, so
that no size of table is better than another; shared places share their points. A missed
game counts 0. Penalties change the points of a game, and so the place at its table.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final, NamedTuple

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


def with_penalties(
    to: Tournament, game: int, seats: Iterable[SeatScore]
) -> list[SeatScore]:
    """Return the results of a table in *game*, from 1, after penalties."""
    fines = [each for each in to.penalties if each.game == game]
    return [
        seat._replace(
            points=seat.points
            + sum(each.points for each in fines if each.number == seat.number)
        )
        for seat in seats
    ]


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
            scores = {seat.number: seat for seat in played}
            fined = with_penalties(to, game, played)
            won = {number: score.table_points for number, score in _scores(fined)}
            for number in table.seats:
                fines = (
                    each.points
                    for each in to.penalties
                    if (each.number, each.game) == (number, game)
                )
                yield SeatPlayed(
                    *(game, drawn.knockout, at, number, scores.get(number)),
                    *(sum(fines), won.get(number)),
                )


def standings(to: Tournament, results: Results) -> list[Placing]:
    """Return all entries by the preliminary games, best first.

    People who stopped before their first game are left out.
    """
    scores = {each.number: _Score() for each in to.entries if each.until != 0}
    for game, drawn in enumerate(to.preliminary, 1):
        for table in drawn.tables:
            if seats := with_penalties(to, game, results.get(table.game or "", ())):
                for number, score in _scores(seats):
                    scores[number] = _sum(scores.get(number, _Score()), score)
    return ranked(to, scores)


def _scores(seats: Sequence[SeatScore]) -> Iterator[tuple[int, _Score]]:
    won = table_points([seat.points for seat in seats])
    for seat, share in zip(seats, won, strict=True):
        yield seat.number, _Score(share, seat.points, seat.exact, seat.bids, 1)


def _sum(one: _Score, other: _Score) -> _Score:
    return _Score(
        one.table_points + other.table_points,
        *(a + b for a, b in zip(one[1:], other[1:], strict=True)),
    )


def ranked(to: Tournament, scores: dict[int, _Score]) -> list[Placing]:
    """Return entries by their *scores*; no two are equal, because of the lot."""

    def key(number: int) -> tuple[object, ...]:
        return _main(to, scores[number]), *_rest(to, number, scores[number])

    found: list[Placing] = []
    before: tuple[object, ...] | None = None
    for place, number in enumerate(sorted(scores, key=key), 1):
        own = key(number)
        split = _tie_break(before, own) if before else None
        found.append(Placing(place, number, *scores[number], split))
        before = own
    return found


def _main(to: Tournament, score: _Score) -> tuple[object, ...]:
    by_game = (-score.game_points,)
    return by_game if to.ranking is Ranking.GAME else (-score.table_points, *by_game)


def _rest(to: Tournament, number: int, score: _Score) -> tuple[object, ...]:
    further = to.further.index(number) if number in to.further else len(to.further)
    return -score.exact, -score.bids, further, lot(to.seed, number)


_ORDER: Final = (TieBreak.EXACT, TieBreak.BIDS, TieBreak.FURTHER_GAME, TieBreak.LOT)


def _tie_break(before: tuple[object, ...], own: tuple[object, ...]) -> TieBreak | None:
    if before[0] != own[0]:
        return None
    pairs = zip(before[1:], own[1:], strict=True)
    return next(by for by, (a, b) in zip(_ORDER, pairs, strict=True) if a != b)


def lot(seed: int, number: int) -> float:
    """Return the lot of an entry, from 0 to 1; the lower one is placed before."""
    return Random(f"{seed} {number}").random()  # noqa: S311 - to be repeated


def at_table(to: Tournament, game: int, seats: Iterable[SeatScore]) -> list[Placing]:
    """Return the order at one table in *game*, from 1, with ties broken."""
    fined = with_penalties(to, game, seats)
    return ranked(to, dict(_scores(fined)))

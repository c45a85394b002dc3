"""The draw: tables of four, no meeting twice while possible, then equals together.

The tables are improved by simulated annealing: two people swap their places, and a
worse draw is accepted less and less often (Kirkpatrick, Gelatt and Vecchi in Science
220, 1983). In a small field all games to come are planned together, because a good
second game may spoil the third.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, permutations, product
from math import exp
from random import Random
from typing import Final, NamedTuple

from scorepad.tournaments.record import AT_A_TABLE

Tables = tuple[tuple[int, ...], ...]
"""The entries at each table, in seat order."""

REPEAT, SIZE, CLUB = 1000, 300, 200
"""What a repeated meeting, another odd table and a clubmate cost, in places apart."""

HOT: Final = (1500, 600.0, 150.0)
COOL: Final = (250, 150.0, 0.5)
"""Steps a person, first and last temperature: repeats are settled hot, places cool."""

PLANNED_TOGETHER: Final = 40  # people up to whom all games to come are planned
NEAR: Final = 24  # places away in which a large field looks for whom to swap


class Quality(NamedTuple):
    """How good a draw is: lower figures are better.

    *repeats* counts, for every pair at a table, how often it has met before; no draw
    has fewer than *least*, as far as a short proof tells. *odd* counts the people who
    sit at a table of other than four once more. *clubs* counts pairs of a club.
    """

    repeats: int
    least: int
    odd: int
    clubs: int


class Field(NamedTuple):
    """What a draw depends on: who plays, their *places* and *clubs*, *earlier* tables.

    Before the first game all places are the same.
    """

    people: Sequence[int]
    places: Mapping[int, int]
    clubs: Mapping[int, str]
    earlier: Sequence[Tables]


def table_sizes(people: int) -> tuple[int, ...]:
    """Return how many of three and more sit at each table: fours, fives or threes.

    >>> table_sizes(14), table_sizes(7), table_sizes(6)
    ((5, 5, 4), (4, 3), (3, 3))
    """
    if people in {3, 6}:
        return (3,) * (people // 3)
    odd = {0: (), 1: (5,), 2: (5, 5), 3: (3,)}[people % AT_A_TABLE]
    fours = (AT_A_TABLE,) * ((people - sum(odd)) // AT_A_TABLE)
    return tuple(sorted((*fours, *odd), reverse=True))


def draw(field: Field, seed: int, to_come: int = 1) -> Tables:
    """Return the tables of the next game, the best places at the first ones.

    *to_come* is how many games are left, this one included. The same *seed* gives the
    same draw.
    """
    chance = Random(seed)  # noqa: S311 - to be repeated by its seed
    together = to_come if len(field.people) <= PLANNED_TOGETHER else 1
    plan = _Plan(field, chance, together)
    plan.improve()
    tables = plan.best[0]
    for each in tables:
        chance.shuffle(each)
    tables.sort(key=lambda seats: sum(field.places[each] for each in seats))
    return tuple(map(tuple, tables))


def quality_of(field: Field, tables: Tables) -> Quality:
    """Return how good *tables* are."""
    past, clubs, least = _Past(field.earlier), _clubs(field), 0
    pairs = [pair for seats in tables for pair in combinations(seats, 2)]
    for seats, earlier in product(tables, field.earlier):
        # The fewest pairs that meet again if these people come from all tables evenly.
        each, over = divmod(len(seats), len(earlier))
        least += len(earlier) * each * (each - 1) // 2 + over * each
    return Quality(
        repeats=sum(past.met[a][b] for a, b in pairs),
        least=least,
        odd=sum(past.odd[p] > 0 for s in tables if len(s) != AT_A_TABLE for p in s),
        clubs=sum(clubs[a] == clubs[b] for a, b in pairs),
    )


class _Past:
    """How often each pair has met, and how often each person sat at an odd table."""

    def __init__(self, games: Iterable[Sequence[Sequence[int]]]) -> None:
        self.met = defaultdict[int, dict[int, int]](lambda: defaultdict(int))
        self.odd = defaultdict[int, int](int)
        for seats in chain.from_iterable(games):
            self.count(seats, 1)

    def count(self, seats: Sequence[int], by: int) -> None:
        """Count the people at a table, or with -1 no longer."""
        for one, other in permutations(seats, 2):
            self.met[one][other] += by
        if len(seats) != AT_A_TABLE:
            for each in seats:
                self.odd[each] += by


def _clubs(field: Field) -> dict[int, int | str]:
    # Who has none is alone in a club.
    return {each: club.strip().casefold() or each for each, club in field.clubs.items()}


class _Plan:
    """The games to come while they are improved; the first one is the next."""

    def __init__(self, field: Field, chance: Random, games: int) -> None:
        self.field, self.chance = field, chance
        mixed = chance.sample([*field.people], len(field.people))
        self.people = sorted(mixed, key=field.places.__getitem__)
        are_apart = not field.earlier and any(field.clubs.values())
        self.clubs = _clubs(field) if are_apart else {}
        sizes = table_sizes(len(self.people))
        self.games = []
        for game in range(games):
            people = [*self.people]
            if game:
                chance.shuffle(people)
            rest = iter(people)
            self.games.append([[next(rest) for _ in range(size)] for size in sizes])
        self.where = [
            {n: seats for seats in tables for n in seats} for tables in self.games
        ]
        self.past = _Past((*field.earlier, *self.games))
        self.best = self._copy()

    def _copy(self) -> list[list[list[int]]]:
        return [[[*seats] for seats in tables] for tables in self.games]

    def improve(self) -> None:
        """Swap people; the cost of the best plan found decides."""
        people, games, random = self.people, len(self.games), self.chance.random
        cost = lowest = 0.0
        phases = (HOT, COOL) if len(people) <= PLANNED_TOGETHER else (COOL,)
        for each, first, last in phases:
            steps = each * len(people) * games
            heat, cooler = first, (last / first) ** (1 / steps)
            for _ in range(steps):
                heat *= cooler
                at = int(random() * len(people))
                near = 1 + int(random() * min(NEAR, len(people) - 1))
                game = int(random() * games)
                one, other = people[at], people[(at + near) % len(people)]
                if other in self.where[game][one]:
                    continue
                more = self._more(game, one, other)
                if more <= 0 or random() < exp(-more / heat):
                    self._swap(game, one, other)
                    cost += more
                    if cost < lowest:
                        lowest, self.best = cost, self._copy()

    def _more(self, game: int, one: int, other: int) -> int:
        """Return by how much the cost changes if two people swap their seats."""
        here, there = self.where[game][one], self.where[game][other]
        met, odd, clubs = self.past.met, self.past.odd, self.clubs
        more = 0
        for leaves, joins, seats in ((one, other, here), (other, one, there)):
            rest = [each for each in seats if each != leaves]
            more += REPEAT * sum(met[joins][x] - met[leaves][x] + 1 for x in rest)
            if len(seats) != AT_A_TABLE and AT_A_TABLE in {len(here), len(there)}:
                more += SIZE * (odd[joins] - odd[leaves] + 1)
            if game == 0:
                place = self.field.places
                was, will = place[leaves], place[joins]
                more += sum(abs(will - place[x]) - abs(was - place[x]) for x in rest)
                if clubs:
                    more += CLUB * sum(clubs[x] == clubs[joins] for x in rest)
                    more -= CLUB * sum(clubs[x] == clubs[leaves] for x in rest)
        return more

    def _swap(self, game: int, one: int, other: int) -> None:
        where = self.where[game]
        here, there = where[one], where[other]
        for seats in (here, there):
            self.past.count(seats, -1)
        here[here.index(one)], there[there.index(other)] = other, one
        where[one], where[other] = there, here
        for seats in (here, there):
            self.past.count(seats, 1)

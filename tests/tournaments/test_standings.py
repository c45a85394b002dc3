"""Standings against a second computation, ties, penalties, and the knock-out stage."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from uuid import UUID

import pytest

from scorepad.games.documents import read_stored, written
from scorepad.tournaments.draw import table_sizes
from scorepad.tournaments.record import (
    Draw,
    Entrant,
    Penalty,
    SeatScore,
    Table,
    Tournament,
)
from scorepad.tournaments.standings import (
    bracket,
    cut_of,
    final_ranking,
    going_on,
    lot,
    order_at,
    snake,
    standings,
    table_points,
)
from tests.support.director import from_scratch


def entries(*numbers, **more):
    return tuple(Entrant(number, str(UUID(int=number)), **more) for number in numbers)


def played(to, *tables, knockout=False, results=None):
    """Return the tournament with a game of tables, each {number: (points, …)}."""
    game = len(to.draws) + 1
    ids = [str(UUID(int=100 * game + at)) for at in range(len(tables))]
    drawn = tuple(Table(tuple(t), id_) for t, id_ in zip(tables, ids, strict=True))
    known = dict(results or {})
    for id_, table in zip(ids, tables, strict=True):
        known[id_] = tuple(
            SeatScore(number, *(score if isinstance(score, tuple) else (score, 0, 0)))
            for number, score in table.items()
        )
    drawn = Draw(drawn, seed=0, knockout=knockout, starts_at="2026-11-21T18:00:00")
    return replace(to, draws=(*to.draws, drawn)), known


def places(found):
    return [each.number for each in found]


@pytest.mark.parametrize("points", [[30, 20, 10], [40, 30, 20, 10], [5, 4, 3, 2, 1]])
def test_the_first_gets_four_points_and_equal_ones_share_theirs(points):
    shares = table_points(points)

    assert (shares[0], shares[-1]) == (4, 1)
    assert sum(shares) == Fraction(5, 2) * len(points)
    assert table_points([70, 70, 20, 20]) == [Fraction(7, 2)] * 2 + [Fraction(3, 2)] * 2


def test_table_points_come_before_game_points_unless_these_alone_count():
    to = Tournament(name="a", entries=entries(*range(1, 9)))
    to, results = played(to, {1: 50, 2: 10, 3: 0, 4: 0}, {5: 300, 6: 200, 7: 0, 8: 0})

    assert places(standings(to, results))[:3] == [5, 1, 6]
    by_game = replace(to, ranking="game")
    assert places(standings(by_game, results))[:3] == [5, 6, 1]


def test_ties_are_broken_by_exact_predictions_then_bids_then_further_game_then_lot():
    to = Tournament(name="a", seed=4, entries=entries(*range(1, 9)))
    first, second = (
        {1: (90, 5, 9), 2: 10, 3: 0, 4: 0},
        {5: (90, 6, 1), 6: 10, 7: 0, 8: 0},
    )
    to, results = played(to, first, second)

    found = standings(to, results)

    assert places(found)[:2] == [5, 1]
    assert (found[0].tie_break, found[1].tie_break) == (None, "exact")
    lots = sorted([2, 6], key=lambda number: lot(4, number))
    assert places(found)[2:4] == lots
    assert found[3].tie_break == "lot"
    other = replace(to, further=tuple(reversed(lots)))
    assert places(standings(other, results))[2:4] == lots[::-1]
    assert standings(other, results)[3].tie_break == "further_game"
    seats = [SeatScore(1, 50, 4, 9), SeatScore(2, 50, 4, 12), SeatScore(3, 50, 5, 0)]
    table = order_at(to, 1, Table((1, 2, 3), "g"), {"g": tuple(seats)})
    assert (places(table), table[2].tie_break) == ([3, 2, 1], "bids")


def rows_of(to, results):
    """Return the results and penalties as a table, for a computation from scratch."""
    fines = Counter()
    for each in to.penalties:
        fines[each.game, each.number] += each.points
    for game, drawn in enumerate(to.draws, 1):
        for at, table in enumerate(drawn.tables, 1):
            for seat in results[table.game]:
                yield game, at, *seat, fines[game, seat.number]


FEW = (range(-30, 40, 10), range(3), range(3))
"""Points, exact predictions and bids: few values, so that there are ties."""


@pytest.mark.parametrize("seed", range(200))
def test_standings_equal_a_computation_from_the_table_of_results(seed):
    chance = Random(seed)  # noqa: S311 - to be repeated
    people = chance.randint(6, 30)
    to = Tournament(
        name="a",
        seed=seed,
        entries=tuple(
            replace(
                entry,
                since=2 if chance.random() < 0.1 else 1,
                until=chance.choice((0, 1, *[None] * 18)),
            )
            for entry in entries(*range(1, people + 1))
        ),
    )
    results = {}
    for game in (1, 2, 3):
        sitting = [each.number for each in to.playing(game)]
        if len(sitting) < 3:
            continue
        scores = [
            {n: tuple(chance.choice(few) for few in FEW) for n in seats}
            for seats in draw_quickly(sitting, chance)
        ]
        to, results = played(to, *scores, results=results)
    fines = tuple(
        Penalty(chance.randint(1, people), chance.randint(1, 3), -20, "late")
        for _ in range(chance.randint(0, 3))
    )
    to = replace(to, penalties=fines)

    numbers = [each.number for each in to.entries if each.until != 0]
    rows = rows_of(to, results)
    expected = from_scratch(rows, numbers, lambda number: lot(seed, number))
    assert places(standings(to, results)) == expected


def test_a_tournament_with_very_many_penalties_can_be_read_again():
    many = (Penalty(1, 1, -1, "late"),) * 501
    to = Tournament(name="a", entries=entries(1), penalties=many)

    assert read_stored(Tournament, written(to)) == to


def draw_quickly(sitting, chance):
    people = chance.sample(sitting, len(sitting))
    return [[people.pop() for _ in range(size)] for size in table_sizes(len(sitting))]


def test_the_best_four_of_those_still_there_reach_the_final():
    to = Tournament(name="a", games=1, entries=(*entries(*range(1, 7)),))
    to, results = played(to, {1: 60, 2: 50, 3: 40}, {4: 30, 5: 20, 6: 10})
    gone = replace(to.entries[0], until=1)
    to = replace(to, entries=(gone, *to.entries[1:]))

    assert 1 not in going_on(to, results)
    assert len(going_on(to, results)) == 4


@pytest.mark.parametrize(
    ("cut", "advance", "people", "expected"),
    [(64, 1, 64, 64), (64, 1, 63, 16), (16, 2, 15, 8), (4, 1, 3, 0), (0, 1, 9, 0)],
)
def test_the_cut_is_the_largest_that_the_people_fill(cut, advance, people, expected):
    to = Tournament(name="a", cut=cut, advance=advance)

    assert cut_of(to, people) == expected


def test_the_snake_seats_the_best_apart():
    assert snake(range(1, 17))[0] == (1, 8, 9, 16)
    assert all(sum(table) == 34 for table in snake(range(1, 17)))


def test_only_the_winner_of_a_table_goes_on_and_the_final_ranks_them_all():
    to = Tournament(name="a", games=1, cut=16, entries=entries(*range(1, 17)))
    first = [{n: 100 - n for n in seats} for seats in snake(range(1, 17))]
    to, results = played(to, *first)
    order = going_on(to, results)
    semis = [{n: n for n in seats} for seats in snake(order)]  # the last seeds win
    to, results = played(to, *semis, knockout=True, results=results)

    on = going_on(to, results)

    assert sorted(on) == sorted(max(seats) for seats in semis)
    to, results = played(
        to, {n: 10 * at for at, n in enumerate(on)}, knockout=True, results=results
    )
    assert final_ranking(to, results)[:4] == on[::-1]
    assert len(final_ranking(to, results)) == 16


def test_a_table_that_plays_keeps_the_stage_open():
    to = Tournament(name="a", games=1, entries=entries(1, 2, 3, 4))
    to, results = played(to, {1: 4, 2: 3, 3: 2, 4: 1})
    to, results = played(to, {1: 4, 2: 3, 3: 2, 4: 1}, knockout=True, results=results)
    del results[to.draws[-1].tables[0].game]

    assert going_on(to, results) == []


def test_the_bracket_tells_who_goes_on_and_to_which_table():
    to = Tournament(name="a", cut=16, games=1, entries=entries(*range(1, 17)))
    field = [{n: 100 - n for n in range(at, at + 4)} for at in (1, 5, 9, 13)]
    to, results = played(to, *field)
    to, results = played(to, *field, knockout=True, results=results)
    left = results.pop(to.draws[-1].tables[3].game)

    assert bracket(to, results) == [(4, {1: 0, 5: 0, 9: 0}), (1, {})]
    results[to.draws[-1].tables[3].game] = left
    to, results = played(to, dict.fromkeys((1, 5, 9, 13), 0), knockout=True)
    assert bracket(to, results)[0] == (4, {1: 1, 5: 1, 9: 1, 13: 1})


def test_the_bracket_has_all_stages_and_no_winner_until_revealed():
    to = Tournament(name="a", cut=4, games=1, entries=entries(*range(1, 5)))
    to, results = played(to, {1: 40, 2: 30, 3: 20, 4: 10}, knockout=True)

    assert bracket(to, results) == [(1, {})]
    assert bracket(replace(to, revealed=True), results) == [(1, {1: 0})]
    sixteen = dict.fromkeys(range(1, 5), 0)
    wide, _ = played(to, *[sixteen] * 16, knockout=True)
    stages = bracket(replace(wide, draws=wide.draws[1:]), {})
    assert [tables for tables, _ in stages] == [16, 4, 1]

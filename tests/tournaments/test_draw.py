"""The draw: table sizes, repeats against a brute-force search, places, clubs."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tournaments.draw import Field, draw, quality_of, table_sizes


def field(people, earlier=(), places=None, clubs=None):
    numbers = range(1, people + 1)
    same, none = dict.fromkeys(numbers, 1), dict.fromkeys(numbers, "")
    return Field(numbers, places or same, clubs or none, earlier)


def drawn_in_a_row(people, games):
    earlier = []
    for game in range(games):
        earlier.append(draw(field(people, earlier), game, games - game))
    return earlier


def repeats(games):
    met = [
        {pair for seats in tables for pair in combinations(sorted(seats), 2)}
        for tables in games
    ]
    return sum(len(one & other) for one, other in combinations(met, 2))


@given(st.integers(3, 400))
def test_tables_have_four_but_where_the_number_demands_five_or_three(people):
    sizes = table_sizes(people)

    assert sum(sizes) == people
    assert set(sizes) <= {3, 4, 5}
    assert sizes.count(3) < 2 or people == 6
    assert len(sizes) - sizes.count(4) <= 2


def all_tables_of_four(people):
    if not people:
        yield ()
        return
    first, *rest = people
    for others in combinations(rest, 3):
        left = [each for each in rest if each not in others]
        for more in all_tables_of_four(left):
            yield ((first, *others), *more)


def test_twelve_people_meet_again_as_rarely_in_three_games_as_a_search_finds():
    every = list(all_tables_of_four(range(1, 13)))
    pairs = {pair: 1 << at for at, pair in enumerate(combinations(range(1, 13), 2))}
    masks = [
        sum(pairs[pair] for seats in tables for pair in combinations(seats, 2))
        for tables in every
    ]
    first = masks[0]  # all first games are alike
    by_likeness = {(first & second).bit_count(): second for second in masks}
    least = min(
        (first & second).bit_count()
        + min(
            (first & third).bit_count() + (second & third).bit_count()
            for third in masks
        )
        for second in by_likeness.values()
    )

    assert len(every) == 5775
    assert repeats(drawn_in_a_row(12, 3)) <= least


@pytest.mark.parametrize(
    ("people", "games"),
    [
        (16, 3),
        (24, 2),
        pytest.param(64, 5, marks=pytest.mark.wide),
        pytest.param(232, 5, marks=pytest.mark.wide),
    ],
)
def test_all_pairs_meet_once_where_that_is_possible(people, games):
    assert repeats(drawn_in_a_row(people, games)) == 0


def test_fourteen_people_have_no_more_repeats_than_the_proof_allows():
    games = drawn_in_a_row(14, 2)
    quality = quality_of(field(14, games[:1]), games[1])

    assert quality.repeats == quality.least == repeats(games)


def test_close_places_meet_where_no_pair_need_meet_again():
    places = {number: number for number in range(1, 65)}
    tables = draw(field(64, drawn_in_a_row(64, 1), places), 7)

    pairs = [pair for seats in tables for pair in combinations(seats, 2)]
    assert sum(abs(one - other) for one, other in pairs) < 4 * len(pairs)
    assert min(tables[0]) < 6
    assert max(tables[-1]) > 60


def test_people_of_a_club_sit_apart_in_the_first_game():
    clubs = {number: "ABCD"[number % 4] for number in range(1, 17)}

    tables = draw(field(16, clubs=clubs), 3)

    assert quality_of(field(16, clubs=clubs), tables).clubs == 0


def test_tables_of_five_are_shared_out():
    games = drawn_in_a_row(13, 2)
    fives = [set(seats) for tables in games for seats in tables if len(seats) == 5]

    assert len(fives[0] & fives[1]) == 1


def test_the_same_seed_gives_the_same_draw():
    drawn = draw(field(9), 5)

    assert draw(field(9), 5) == drawn
    assert draw(field(9), 6) != drawn

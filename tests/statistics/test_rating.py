"""Ratings, levels and titles, compared with a naive computation, and wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games import GameResult
from scorepad.games.wizard.scoring import ranks
from scorepad.i18n.terms import TITLES, title_name
from scorepad.statistics import rating
from scorepad.statistics.rating import SeatedGame, wins_in
from tests.statistics.pencil_rating import by_library

steps = st.builds(
    rating.Rating,
    st.floats(400, 1600),
    st.floats(25, 100),
    st.integers(0, 50),
    st.integers(0, 50),
)


@st.composite
def finished(draw, least=2):
    """Return everybody's step before a game, and ranks with ties."""
    before = draw(st.lists(steps, min_size=least, max_size=6))
    return before, ranks([draw(st.integers(-3, 3)) * 10 for _ in before])


@given(finished())
def test_any_game_agrees_with_a_library(game):
    before, placed = game
    expected = by_library([(s.mu, s.sigma) for s in before], placed)

    found = [(s.mu, s.sigma) for s in rating.after_game(before, placed)]
    assert [x for each in found for x in each] == pytest.approx(
        [x for each in expected for x in each]
    )


def test_somebody_alone_is_compared_with_nobody():
    assert rating.after_game([rating.NEW], [1]) == [rating.Rating(games=1, wins=1)]
    assert rating.after_game([], []) == []


wins = st.integers(0, 300)


@given(wins)
def test_the_next_title_comes_with_the_wins_it_takes(count):
    missing = rating.wins_to_next(count)
    if missing is None:
        assert rating.title_for(count) == "archmage"
    else:
        assert missing > 0
        assert rating.title_for(count + missing - 1) == rating.title_for(count)
        assert rating.WINS_FOR[rating.title_for(count + missing)] == count + missing


def test_everybody_begins_as_an_apprentice_and_the_first_win_brings_a_title():
    assert (rating.title_for(0), rating.title_for(1)) == ("apprentice", "wise_wizard")


def test_every_title_has_a_name_of_its_own_in_every_language():
    assert set(TITLES) == set(rating.WINS_FOR)
    for language in ("en", "de", "zh-Hant"):
        assert len({title_name(each, language) for each in rating.WINS_FOR}) == len(
            rating.WINS_FOR
        )


UTE, KEVIN, ANNA, THOMAS = "Ute", "Kevin", "Anna", "Thomas"


def game(*people, winners, start=0, **more):
    ranks = tuple(1 if seat in winners else 2 for seat in range(len(people)))
    return SeatedGame(people, GameResult(winners, ranks, start=start, **more))


def test_a_shared_win_counts_for_everybody_and_is_no_sole_one():
    wins = wins_in(
        [
            game(UTE, KEVIN, winners=(0,)),
            game(UTE, KEVIN, ANNA, winners=(1, 2)),
            game(UTE, KEVIN, winners=()),
        ]
    )

    ute, kevin = wins.people[UTE], wins.people[KEVIN]
    assert (ute.tries.games, ute.tries.wins, ute.sole, ute.shared) == (3, 1, 1, 0)
    assert (kevin.tries.games, kevin.tries.wins, kevin.sole, kevin.shared) == (
        *(3, 1, 0),
        1,
    )
    assert (wins.games, wins.without_winner) == (3, 1)


def test_ranks_go_by_wins_then_sole_ones_then_fewer_games():
    wins = wins_in(
        [game(UTE, KEVIN, ANNA, winners=(0,)), game(UTE, KEVIN, THOMAS, winners=(1, 2))]
    )

    # Ute alone; Thomas and Kevin shared theirs, Thomas in fewer games.
    ranks = {who: own.rank for who, own in wins.people.items()}
    assert ranks == {UTE: 1, THOMAS: 2, KEVIN: 3, ANNA: 4}
    assert list(wins.people) == [UTE, THOMAS, KEVIN, ANNA]


def test_seats_count_from_whoever_began():
    wins = wins_in(
        [game(UTE, KEVIN, winners=(1,), start=1), game(UTE, KEVIN, winners=(1,))]
    )

    began, second = wins.by_turn[2, 0], wins.by_turn[2, 1]
    assert (began.games, began.wins) == (2, 1)
    assert (second.games, second.wins) == (2, 1)
    assert wins.people[UTE].by_players[2].games == 2


def test_partners_win_as_a_team_and_alone_if_no_other_team_did():
    table = (UTE, KEVIN, ANNA, THOMAS)
    sides = ((0, 2), (1, 3))

    wins = wins_in(
        [
            game(*table, winners=(0, 2), sides=sides),
            game(*table, winners=(0, 1, 2, 3), sides=sides),
        ]
    )

    assert wins.people[ANNA].sole == 1
    assert wins.people[ANNA].shared == 1
    teams = {"".join(sorted(team)): tries.wins for team, tries in wins.teams.items()}
    assert teams == {"AnnaUte": 2, "KevinThomas": 1}
    assert next(iter(wins.teams)) == {UTE, ANNA}

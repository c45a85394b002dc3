"""Ratings, levels and titles, compared with a naive computation, and wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games import GameResult
from scorepad.games.wizard.scoring import ranks
from scorepad.i18n.terms import TITLES, title_name
from scorepad.statistics import rating
from scorepad.statistics.rating import wins_in
from tests.statistics.pencil_rating import by_library

steps = st.builds(
    rating.Rating,
    st.floats(400, 1600),
    st.floats(25, 100),
    st.integers(0, 50),
    st.integers(0, 50),
)


@given(st.lists(st.tuples(steps, st.integers(-3, 3)), min_size=2, max_size=6))
def test_any_game_agrees_with_a_library(game):
    before, totals = zip(*game, strict=True)
    placed = ranks(totals)
    expected = by_library([(s.mu, s.sigma) for s in before], placed)

    for found, told in zip(rating.after_game(before, placed), expected, strict=True):
        assert (found.mu, found.sigma) == pytest.approx(told)


def test_a_single_player_is_compared_with_no_one():
    assert rating.after_game([rating.NEW], [1]) == [rating.Rating(games=1, wins=1)]
    assert rating.after_game([], []) == []


def test_the_first_win_brings_a_title_and_each_has_a_name_of_its_own():
    titles = [title_name(wins, "en") for wins in (0, 1, 2, 3, 99, 100, 300)]
    assert titles[:4] == ["Apprentice", "Wise wizard", "Wise wizard", "Conjurer"]
    assert titles[4:] == ["Oracle", "Archmage", "Archmage"]
    for language in ("en", "de", "zh-Hant"):
        assert len({title_name(wins, language) for wins in TITLES}) == len(TITLES)


UTE, KEVIN, ANNA, THOMAS = "Ute", "Kevin", "Anna", "Thomas"


def game(*people, winners, start=0, **more):
    ranks = tuple(1 if seat in winners else 2 for seat in range(len(people)))
    return people, GameResult(winners, ranks, start=start, **more)


def test_a_shared_win_counts_for_all_and_ranks_behind_a_sole_one():
    wins = wins_in(
        [
            game(UTE, KEVIN, ANNA, winners=(0,)),
            game(UTE, KEVIN, THOMAS, winners=(1, 2)),
            game(UTE, KEVIN, winners=()),
        ]
    )

    told = {
        who: (own.rank, own.games, own.wins, own.sole, own.shared)
        for who, own in wins.people.items()
    }
    # Thomas and Kevin shared theirs, Thomas in fewer games.
    assert told == {
        UTE: (1, 3, 1, 1, 0),
        THOMAS: (2, 1, 1, 0, 1),
        KEVIN: (3, 3, 1, 0, 1),
        ANNA: (4, 1, 0, 0, 0),
    }
    assert [*wins.people] == [*told]
    assert (wins.games, wins.wins) == (3, 2)


def test_seats_count_from_the_first_player():
    wins = wins_in(
        [game(UTE, KEVIN, winners=(1,), start=1), game(UTE, KEVIN, winners=(1,))]
    )

    turns = {turn: (own.games, own.wins) for (_, turn), own in wins.by_turn.items()}
    assert turns == {0: (2, 1), 1: (2, 1)}
    assert wins.people[UTE].by_players[2].games == 2


def test_partners_win_as_a_team_and_alone_if_no_other_team_did():
    table, sides = (UTE, KEVIN, ANNA, THOMAS), ((0, 2), (1, 3))

    wins = wins_in(
        [game(*table, winners=won, sides=sides) for won in ((0, 2), (0, 1, 2, 3))]
    )

    assert (wins.people[ANNA].sole, wins.people[ANNA].shared) == (1, 1)
    teams = [("".join(sorted(team)), own.wins) for team, own in wins.teams.items()]
    assert teams == [("AnnaUte", 2), ("KevinThomas", 1)]

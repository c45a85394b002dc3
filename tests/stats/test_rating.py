"""Ratings: what must be true of any game, and what a library says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from scorepad.rules.wizard.scoring import ranks
from scorepad.stats.rating import (
    DRIFT,
    LUCK,
    MEAN,
    NEW,
    SPREAD,
    Step,
    after_game,
)

steps = st.builds(
    Step,
    st.floats(400, 1600),
    st.floats(25, 100),
    st.integers(0, 50),
    st.integers(0, 50),
)


@st.composite
def finished(draw, least=2):
    """Everybody's step before a game, and the ranks of any totals, ties among them."""
    before = draw(st.lists(steps, min_size=least, max_size=6))
    totals = [draw(st.integers(-3, 3)) * 10 for _ in before]
    return before, ranks(totals)


@given(finished())
def test_any_game_agrees_with_a_library(game):
    before, placed = game
    model = BradleyTerryFull(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=DRIFT)
    teams = [[model.rating(mu=s.rating.mu, sigma=s.rating.sigma)] for s in before]

    rated = model.rate(teams, ranks=[float(rank) for rank in placed])

    found = [(s.rating.mu, s.rating.sigma) for s in after_game(before, placed)]
    assert [x for each in found for x in each] == pytest.approx(
        [x for (each,) in rated for x in (each.mu, each.sigma)]
    )


@given(finished())
def test_games_and_shared_wins_are_counted(game):
    before, placed = game

    after = after_game(before, placed)

    assert [s.games for s in after] == [s.games + 1 for s in before]
    assert [new.wins - old.wins for old, new in zip(before, after, strict=True)] == [
        int(rank == 1) for rank in placed
    ]


def test_somebody_alone_is_compared_with_nobody():
    assert after_game([NEW], [1]) == [Step(games=1, wins=1)]
    assert after_game([], []) == []


def test_a_hundred_points_more_finish_ahead_six_times_of_ten():
    certain = 1 / (1 + math.exp(-100 / math.hypot(LUCK, LUCK)))

    assert round(certain, 2) == 0.6


def test_what_is_known_grows_and_never_ends_moving():
    steps = [NEW, NEW]
    for number in range(300):
        steps = after_game(steps, [1 + number % 2, 2 - number % 2])

    assert 60 < steps[0].rating.margin < 120

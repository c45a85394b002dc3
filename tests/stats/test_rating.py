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
    Rating,
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


def moved(before, after):
    return [
        new.rating.mu - old.rating.mu for old, new in zip(before, after, strict=True)
    ]


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
def test_whoever_wins_alone_never_falls_and_the_last_alone_never_rises(game):
    before, placed = game
    change = moved(before, after_game(before, placed))
    if placed.count(1) == 1:
        assert change[placed.index(1)] > 0
    if placed.count(max(placed)) == 1:
        assert change[placed.index(max(placed))] < 0


@given(st.integers(2, 6), st.data())
def test_of_equals_a_better_rank_gains_more_and_a_shared_one_the_same(seats, data):
    placed = ranks([data.draw(st.integers(0, 3)) for _ in range(seats)])

    change = moved([NEW] * seats, after_game([NEW] * seats, placed))

    for rank, gain in zip(placed, change, strict=True):
        for other, their_gain in zip(placed, change, strict=True):
            if rank == other:
                assert gain == pytest.approx(their_gain)
            elif rank < other:
                assert gain > their_gain


@given(finished(), st.randoms())
def test_the_order_of_the_seats_changes_nothing(game, chance):
    before, placed = game
    order = list(range(len(before)))
    chance.shuffle(order)

    mixed = after_game([before[i] for i in order], [placed[i] for i in order])

    plain = after_game(before, placed)
    assert [s.rating.mu for s in mixed] == pytest.approx(
        [plain[i].rating.mu for i in order]
    )


def test_a_tie_draws_unequal_ones_together():
    strong, weak = Step(1200, 60), Step(900, 60)

    after = after_game([strong, weak], [1, 1])

    assert weak.rating.mu < after[1].rating.mu < after[0].rating.mu < strong.rating.mu


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


def test_a_newcomer_is_in_the_middle_and_little_is_known_of_them():
    assert (Rating().shown, Rating().margin, Rating().safe) == (1000, 200, 800)
    assert Rating() == Rating(MEAN, SPREAD)


def test_a_hundred_points_more_finish_ahead_six_times_of_ten():
    certain = 1 / (1 + math.exp(-100 / math.hypot(LUCK, LUCK)))

    assert round(certain, 2) == 0.6


def test_what_is_known_grows_and_never_ends_moving():
    steps = [NEW, NEW]
    for number in range(300):
        steps = after_game(steps, [1 + number % 2, 2 - number % 2])

    assert 60 < steps[0].rating.margin < 120

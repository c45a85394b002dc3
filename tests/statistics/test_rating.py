"""Ratings, levels and titles, compared with a naive computation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.scoring import ranks
from scorepad.i18n.terms import TITLES, title_name
from scorepad.statistics import rating
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

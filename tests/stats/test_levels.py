"""Levels and titles grow with wins, and never fall."""

from hypothesis import given
from hypothesis import strategies as st

from scorepad.stats.rating import WINS_FOR, Title, level_for, title_for, wins_to_next
from scorepad.words.records import TITLES, title_name

wins = st.integers(0, 300)


@given(wins)
def test_a_win_is_a_level_and_no_title_is_ever_lost(count):
    titles = list(Title)

    assert level_for(count + 1) == level_for(count) + 1
    assert titles.index(title_for(count)) <= titles.index(title_for(count + 1))


@given(wins)
def test_the_next_title_comes_with_the_wins_it_takes(count):
    missing = wins_to_next(count)
    if missing is None:
        assert title_for(count) is Title.ARCHMAGE
    else:
        assert missing > 0
        assert title_for(count + missing - 1) is title_for(count)
        assert WINS_FOR[title_for(count + missing)] == count + missing


def test_everybody_begins_as_an_apprentice_and_the_first_win_brings_a_title():
    assert (title_for(0), title_for(1)) == (Title.APPRENTICE, Title.ADEPT)


def test_every_title_has_a_name_of_its_own_in_every_language():
    assert set(TITLES) == set(Title)
    for language in ("en", "de", "zh-Hant"):
        assert len({title_name(each, language) for each in Title}) == len(Title)

"""The blank pads."""

from itertools import pairwise

import pytest

from tests.sheets.conftest import ink_of, pages_of, text_of, words_of


def rows_of(pdf: bytes) -> list[float]:
    """Where the row numbers stand, from the top in millimetres."""
    return [
        top for left, top, *_, word in words_of(pdf) if left < 22 and word.isdigit()
    ]


@pytest.mark.parametrize("language", ["en", "de", "zh-Hant"])
@pytest.mark.parametrize(
    ("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10), (None, 20)]
)
def test_a_pad_is_one_page_of_rows_to_write_in(
    press, stationery, players, rounds, language
):
    pdf = press.pdf(stationery.blank_pad(players, language=language))

    tops = rows_of(pdf)
    assert pages_of(pdf) == 1
    assert len(tops) == rounds
    assert min(after - before for before, after in pairwise(tops)) >= 7
    assert min(ink_of(pdf)) >= 6


def test_the_staircase_says_where_each_table_stops(press, stationery):
    text = text_of(press.pdf(stationery.blank_pad(None, language="en")))

    assert "5players" in text
    assert "12rounds" in text


def test_nobody_plays_with_seven(stationery):
    with pytest.raises(ValueError, match="3 to 6"):
        stationery.blank_pad(7, language="en")

"""Blank sheets as numbers: every option with every other, without rendering."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.pdf.blank import NARROWEST, Blank
from scorepad.pdf.blank_layout import layout_in
from tests.pdf.blanks import name_of, playable_cases

CASES = playable_cases()


@pytest.mark.parametrize("case", CASES, ids=map(name_of, CASES))
def test_whatever_is_chosen_a_hand_can_write_into_it(case):
    blank, language = case
    layout = layout_in(blank, language)
    rows = max(part.stop - part.start for part in layout.parts)
    used = layout.top + layout.row * rows + layout.total + layout.foot.height

    assert layout.row >= (9 if blank.large else 6.8)
    assert layout.players[0].width >= NARROWEST
    assert layout.room.margin >= 6
    assert used <= layout.room.height + 0.01
    assert layout.columns[-1].right == pytest.approx(layout.room.width, abs=0.01)
    assert layout.per_page <= blank.per_page


@given(st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=6))
def test_the_row_of_names_grows_for_them_and_the_rows_stay_high(names):
    layout = layout_in(
        Blank(players=len(names), names=tuple(names), per_page=4), "zh-Hant"
    )

    assert layout.row >= 6.8
    assert len(layout.name_sizes) == len(names)
    assert min(layout.name_sizes) >= 5


def test_a_code_too_dense_for_paper_gives_way_to_a_shorter_address():
    long, short = "https://a.example/?n=" + "x" * 400, "https://a.example/"

    assert layout_in(Blank(links=(long, short)), "en").foot.code.text == short
    assert layout_in(Blank(links=(long,)), "en").foot.code is None

"""Blank sheets as numbers: every option with every other, without rendering."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.schedule import Schedule
from scorepad.pdf.blank import NARROWEST, Blank, ColumnKind
from scorepad.pdf.blank_layout import layout_in
from scorepad.pdf.paper import Paper
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


@pytest.mark.parametrize(
    ("players", "asked", "given"),
    [(6, 4, 4), (5, 4, 4), (4, 4, 4), (3, 4, 2), (None, 4, 2), (None, 2, 2), (3, 1, 1)],
)
def test_rows_too_low_put_fewer_sheets_on_a_page(players, asked, given):
    layout = layout_in(Blank(players=players, per_page=asked), "en")

    assert layout.per_page == given
    assert len(layout.parts) == 1


def test_what_has_no_room_on_one_piece_goes_on_in_even_parts():
    layout = layout_in(
        Blank(players=3, schedule=Schedule.UP_DOWN, paper=Paper.A5), "en"
    )

    assert layout.parts == (slice(0, 20), slice(20, 39))


def test_columns_go_one_by_one_where_they_would_squeeze_the_players():
    crowded = Blank(
        schedule=Schedule.QUICK, paper=Paper.A6, bids=True, bomb=True, cloud=True
    )

    layout = layout_in(crowded, "en")

    assert layout.left_out == (ColumnKind.CLOUD, ColumnKind.BOMB, ColumnKind.BIDS)
    assert ColumnKind.TRUMP in [column.kind for column in layout.columns]


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


def test_a_code_stands_in_the_free_corner_of_the_stair_if_there_is_room():
    link = ("https://scorepad.example/type-in",)

    assert layout_in(Blank(links=link), "en").foot.in_corner
    assert not layout_in(Blank(links=link, players=4), "en").foot.in_corner
    flat = replace(Blank(links=link), schedule=Schedule.FIRST5)
    assert not layout_in(flat, "en").foot.in_corner

"""Blank sheets as numbers: every option with every other, without printing one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.wizard.game import Schedule, Trump
from scorepad.sheets.blank.columns import NARROWEST, Kind
from scorepad.sheets.blank.page import layout_in
from scorepad.sheets.blank.ruling import ruling_of
from scorepad.sheets.blank.wanted import Blank, CannotBePlayed
from scorepad.sheets.paper import PAPERS, Paper, Turn
from scorepad.sheets.strokes import Pen, Stroke, path_of
from tests.sheets.blanks import LANGUAGES, OPTIONS, name_of, playable_cases
from tests.sheets.matrix import pairwise_cases

CASES = playable_cases()


@pytest.mark.parametrize("case", CASES, ids=map(name_of, CASES))
def test_whatever_is_chosen_a_hand_can_write_into_it(case):
    blank, language = case
    layout = layout_in(blank, language)
    rows = max(part.stop - part.start for part in layout.parts)
    used = layout.top + layout.row * rows + layout.total + layout.foot.height

    assert layout.row >= (9 if blank.large else 7)
    assert layout.players[0].width >= NARROWEST
    assert layout.room.margin >= 6
    assert used <= layout.room.height + 0.01
    assert layout.columns[-1].right == pytest.approx(layout.room.width, abs=0.01)
    assert layout.per_page <= blank.per_page


def test_every_pair_of_options_is_among_the_cases():
    cases = pairwise_cases({"a": (1, 2, 3), "b": (1, 2), "c": (1, 2)})

    assert {(case["a"], case["b"]) for case in cases} == {
        (a, b) for a in (1, 2, 3) for b in (1, 2)
    }
    assert len(cases) < 12
    assert len(CASES) > 0.9 * len(pairwise_cases(OPTIONS))


@pytest.mark.parametrize(
    ("players", "asked", "given"),
    [(6, 4, 4), (5, 4, 4), (4, 4, 4), (3, 4, 2), (None, 4, 2), (None, 2, 2), (3, 1, 1)],
)
def test_rows_too_low_put_fewer_sheets_on_a_page(players, asked, given):
    layout = layout_in(Blank(players=players, per_page=asked), "en")

    assert layout.per_page == given
    assert len(layout.parts) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_players_fit_four_times_in_every_language(language):
    assert layout_in(Blank(players=4, per_page=4), language).per_page == 4


def test_two_sheets_stand_upright_beside_each_other():
    layout = layout_in(Blank(players=6, per_page=2), "en")

    assert layout.page == PAPERS[Paper.A4].turned
    assert layout.slots == ((0, 0), (148.5, 0))
    assert layout.cuts == (148.5, None)


def test_the_way_the_paper_lies_is_obeyed_if_chosen():
    for turn, page in ((Turn.PORTRAIT, 210), (Turn.LANDSCAPE, 297)):
        assert (
            layout_in(Blank(players=6, turn=turn, per_page=2), "en").page.width == page
        )


def test_what_has_no_room_on_one_piece_goes_on_in_even_parts():
    layout = layout_in(
        Blank(players=3, schedule=Schedule.UP_DOWN, paper=Paper.A5), "en"
    )

    assert layout.parts == (slice(0, 20), slice(20, 39))


def test_large_print_has_higher_rows_and_larger_type():
    usual = layout_in(Blank(players=3), "en")
    large = layout_in(Blank(players=3, large=True), "en")

    assert large.row >= 9
    assert large.foot.points > usual.foot.points


def test_columns_go_one_by_one_where_they_would_squeeze_the_players():
    crowded = Blank(
        schedule=Schedule.QUICK, paper=Paper.A6, bids=True, bomb=True, cloud=True
    )

    layout = layout_in(crowded, "en")

    assert layout.left_out == (Kind.CLOUD, Kind.BOMB, Kind.BIDS)
    assert Kind.TRUMP in [column.kind for column in layout.columns]


def test_pages_of_a_stack_are_full():
    layout = layout_in(Blank(players=6, per_page=4), "en")

    assert [layout.pages(copies) for copies in (1, 4, 5, 50)] == [1, 1, 2, 13]


@given(st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=6))
def test_the_row_of_names_grows_for_them_and_the_rows_stay_high(names):
    layout = layout_in(
        Blank(players=len(names), names=tuple(names), per_page=4), "zh-Hant"
    )

    assert layout.row >= 7
    assert len(layout.name_sizes) == len(names)
    assert min(layout.name_sizes) >= 5


def test_only_the_names_of_the_table_are_printed():
    layout = layout_in(Blank(players=3, names=("a", "b", "c", "W" * 40)), "en")

    assert len(layout.name_sizes) == 3
    assert layout.names == layout_in(Blank(players=3), "en").names


def test_the_staircase_has_the_rounds_of_every_table():
    ruling = ruling_of(Blank())

    assert [ruling.rounds(players) for players in (3, 4, 5, 6)] == [20, 15, 12, 10]
    assert [(step.number, step.seats) for step in ruling.steps] == [
        (11, 5),
        (13, 4),
        (16, 3),
    ]
    assert ruling.card_tables == ()


def test_cards_are_printed_where_they_are_not_the_rounds_own_number():
    one = ruling_of(Blank(players=4, schedule=Schedule.AMIGO_TOURNAMENT))
    stair = ruling_of(Blank(schedule=Schedule.QUICK))

    assert [line.cards for line in one.lines[:3]] == [(1,), (3,), (5,)]
    assert stair.card_tables == (3, 4, 5, 6)
    assert stair.lines[5].cards == (12, 11, 12, None)


def test_a_table_that_cannot_play_a_schedule_is_no_step_of_the_stair():
    assert ruling_of(Blank(schedule=Schedule.SPECIAL6)).tables == (3,)
    assert ruling_of(Blank(schedule=Schedule.SINGLE_COLOUR)).tables == (3, 4)
    assert ruling_of(Blank(schedule=Schedule.CUSTOM, cards=(12, 1))).tables == (3, 4, 5)


def test_maximus_prints_its_trumps_in_order():
    lines = ruling_of(Blank(players=4, schedule=Schedule.MAXIMUS, trump=False)).lines

    assert [line.trump for line in lines] == [
        Trump.BLUE,
        Trump.RED,
        Trump.GREEN,
        Trump.YELLOW,
        Trump.NONE,
    ]


@pytest.mark.parametrize(
    ("schedule", "wanted", "has"),
    [("maximus", False, True), ("single_colour", True, False), ("quick", False, False)],
)
def test_a_column_for_trump_stands_where_it_says_something(schedule, wanted, has):
    blank = Blank(players=4, schedule=Schedule(schedule), trump=wanted)

    kinds = [column.kind for column in layout_in(blank, "en").columns]

    assert (Kind.TRUMP in kinds) is has


@pytest.mark.parametrize(
    "blank",
    [
        Blank(players=7),
        Blank(players=5, schedule=Schedule.SPECIAL6),
        Blank(schedule=Schedule.CUSTOM),
        Blank(schedule=Schedule.CUSTOM, cards=(21,)),
    ],
)
def test_what_nobody_can_play_is_refused(blank):
    with pytest.raises(CannotBePlayed, match="3 to 6"):
        ruling_of(blank)


def test_a_code_too_dense_for_paper_gives_way_to_a_shorter_address():
    long, short = "https://a.example/?n=" + "x" * 400, "https://a.example/"

    assert layout_in(Blank(links=(long, short)), "en").foot.code.text == short
    assert layout_in(Blank(links=(long,)), "en").foot.code is None


def test_a_code_stands_in_the_free_corner_of_the_stair_if_there_is_room():
    link = ("https://scorepad.example/paper",)

    assert layout_in(Blank(links=link), "en").foot.in_corner
    assert not layout_in(Blank(links=link, players=4), "en").foot.in_corner
    flat = replace(Blank(links=link), schedule=Schedule.FIRST5)
    assert not layout_in(flat, "en").foot.in_corner


def test_a_pen_draws_only_its_own_strokes():
    strokes = [Stroke(Pen.HAIR, 0, 0, 1, 0), Stroke(Pen.HEAVY, 0, 1, 1, 1)]

    assert path_of(strokes, Pen.HEAVY) == "M0 1L1 1"

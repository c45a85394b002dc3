"""Sizes of sheets and letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.sheets.layout import HEIGHT, ROW_LEAST, sheet_layout
from scorepad.sheets.lettering import ems, forms_for, lines_for
from scorepad.sheets.pad_layout import pad_layout, staircase


@given(
    rounds=st.integers(1, 60),
    names=st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=6),
    entries=st.integers(0, 13),
)
def test_rows_are_always_high_enough_to_read(rounds, names, entries):
    layout = sheet_layout(
        rounds=rounds, names=names, title="Friday", key_entries=entries
    )

    assert layout.row >= ROW_LEAST - 0.01
    assert [page.stop for page in layout.pages][-1] == rounds
    assert layout.row * (layout.pages[0].stop) < HEIGHT


def test_the_staircase_steps_where_tables_stop():
    steps = staircase((20, 15, 12, 10))

    assert [steps.count(columns) for columns in (6, 5, 4, 3)] == [10, 2, 3, 5]


@pytest.mark.parametrize("columns", [(3,) * 20, (4,) * 15, (6,) * 10])
def test_a_pad_with_room_to_spare_has_lines_for_remarks(columns):
    layout = pad_layout(columns)

    assert layout.row >= 7
    assert bool(layout.remark_lines) == (len(columns) < 12)


@pytest.mark.parametrize(
    ("text", "page", "forms"),
    [
        ("Ute", "zh-Hant", None),
        ("김민준", "en", "ko"),
        ("さくら", "en", "ja"),
        ("王小明", "de", "zh-Hans"),
        ("王小明", "zh-Hant", "zh-Hant"),
        ("陳小龍", "en", "zh-Hant"),
        ("陈小龙", "zh-Hant", "zh-Hans"),
    ],
)
def test_han_takes_the_forms_of_its_readers(text, page, forms):
    assert forms_for(text, page) == forms


def test_a_joined_emoji_is_one_letter_wide():
    assert ems("🧙‍♂️") == ems("🧙")


@given(st.text(max_size=60), st.floats(2, 40))
def test_a_narrower_place_never_takes_fewer_lines(text, width):
    assert lines_for(text, width=width) >= lines_for(text, width=width * 2)

"""Sizes of sheets and letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.sheets.grid import Columns
from scorepad.sheets.layout import FOOT, ROW_LEAST, Below, sheet_layout
from scorepad.sheets.lettering import ems, forms_for, lines_for
from scorepad.sheets.paper import PAPERS
from scorepad.sheets.showing import SHEET_PAPERS

HEIGHTS = st.integers(0, 30).map(float)


@given(
    paper=st.sampled_from(SHEET_PAPERS),
    rounds=st.integers(1, 60),
    names=st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=6),
    below=st.builds(
        Below,
        chart=st.booleans(),
        awards=HEIGHTS,
        key=st.integers(0, 14).map(float),
        notes=st.integers(0, 400).map(float),
    ),
)
def test_rows_can_be_read_and_nothing_leaves_the_page(paper, rounds, names, below):
    layout = sheet_layout(
        paper=PAPERS[paper],
        rounds=rounds,
        columns=Columns(len(names)),
        below=below,
        names=names,
        title="Friday",
    )

    last = layout.pages[-1]
    blocks = {
        layout.chart_top: layout.chart,
        layout.awards_top: below.awards,
        layout.key_top: below.key,
        layout.notes_top: below.notes,
    }
    assert layout.grid.row >= ROW_LEAST - 0.01
    assert last.rows.stop == rounds
    assert last.is_last
    for page in layout.pages:
        rows = page.rows.stop - page.rows.start
        assert page.top + layout.grid.row * rows < layout.height - FOOT
    for top, height in blocks.items():
        assert top is None or top + height <= layout.height - FOOT + 0.1


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

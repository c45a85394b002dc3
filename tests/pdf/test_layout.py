"""Sizes of sheets and letters."""

from unicodedata import is_normalized

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from scorepad.pdf import completed_layout
from scorepad.pdf.paper import Paper
from scorepad.pdf.text_metrics import ems, forms_for, lines_in, size_for
from tests.pdf.conftest import ROOT


@given(
    paper=st.sampled_from(Paper),
    rounds=st.integers(1, 60),
    seats=st.integers(3, 6),
    below=st.builds(
        completed_layout.Below,
        chart=st.booleans(),
        awards=st.lists(st.integers(9, 60).map(float), max_size=2).map(tuple),
        key=st.integers(0, 14).map(float),
        notes=st.integers(0, 400).map(float),
    ),
)
def test_rows_can_be_read_and_nothing_leaves_the_page(paper, rounds, seats, below):
    layout = completed_layout.SheetLayout(
        paper=paper, rounds=rounds, seats=seats, figures=4, before=21.0, below=below
    )

    last = layout.pages[-1]
    blocks = (
        layout.chart,
        sum(below.awards[: layout.award_rows]),
        below.key,
        below.notes * layout.has_notes,
    )
    assert layout.grid.row >= completed_layout.MEASURES[paper].row - 0.01
    assert not layout.chart or layout.chart >= completed_layout.CHART_LEAST - 0.01
    assert last.rows.stop == rounds
    assert last.is_last
    bottom = layout.height - completed_layout.FOOT
    for page in layout.pages:
        height = page.top + layout.grid.row * (page.rows.stop - page.rows.start)
        assert height < bottom
    under = sum(each + completed_layout.GAP for each in blocks if each)
    above = height + completed_layout.NAMES + layout.sum_row
    assert above + under <= bottom + 0.1


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


def test_no_letter_is_drawn_wider_than_it_is_reckoned():
    others = [
        path.stem
        for path in (ROOT / "static/fonts").glob("Noto*.?tf")
        if not path.stem.startswith(("NotoSans-", "NotoSerif-", "NotoEmoji"))
    ]
    for bold, first in (
        (True, ("NotoSans-Bold", "NotoSerif-Bold")),
        (False, ("NotoSans-Regular",)),
    ):
        ours = widest(first)
        for letter, width in {**widest(others), **ours}.items():
            if letter.isalnum() and is_normalized("NFC", letter):
                assert ems(letter, bold=bold) > width - 0.002, letter


def test_a_line_breaks_between_words():
    """As WeasyPrint does: a line of one character, then the letters after it."""
    assert lines_in("々0000000000", width_mm=5, points=72 / 25.4, bold=True) == 1 + 2
    assert lines_in("王小明" * 4, width_mm=3.5, points=72 / 25.4, bold=True) == 4


@pytest.mark.parametrize(
    ("name", "width", "size"),
    [
        ("Alexander", 12, 6),
        ("王小明", 6, 4),
        ("王小明欧阳上官夏侯", 14, 12),
        ("Donaudampfschifffahrtsgesellschaft", 34, 12),
    ],
)
def test_only_a_long_word_is_broken_if_it_would_be_tiny(name, width, size):
    assert size_for(name, width_mm=width, sizes={12: 3, 8: 4, 6: 4, 4: 5}) == size


def advances(name):
    (path,) = (ROOT / "static/fonts").glob(f"{name}.?tf")
    with TTFont(path, lazy=True) as font:
        widths, em = font["hmtx"], font["head"].unitsPerEm
        return {
            chr(code): widths[glyph][0] / em
            for code, glyph in font.getBestCmap().items()
        }


def widest(names):
    """Return the same for the widest of several fonts."""
    found = {}
    for name in names:
        for letter, width in advances(name).items():
            found[letter] = max(width, found.get(letter, 0))
    return found

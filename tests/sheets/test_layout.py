"""Sizes of sheets and letters."""

from collections.abc import Iterable
from itertools import accumulate

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from scorepad.sheets.advances import BOLD, REGULAR
from scorepad.sheets.completed.grid import Columns
from scorepad.sheets.completed.layout import FOOT, ROW_LEAST, Below, sheet_layout
from scorepad.sheets.completed.showing import SHEET_PAPERS, laid_out_on
from scorepad.sheets.lettering import ems, forms_for, lines_for
from tests.sheets.conftest import ROOT


def rising(heights: list[float]) -> tuple[float, ...]:
    return tuple(accumulate(heights))


@given(
    paper=st.sampled_from(SHEET_PAPERS),
    rounds=st.integers(1, 60),
    names=st.lists(st.text(min_size=1, max_size=40), min_size=3, max_size=6),
    below=st.builds(
        Below,
        chart=st.booleans(),
        awards=st.lists(st.integers(9, 60).map(float), max_size=2).map(rising),
        key=st.integers(0, 14).map(float),
        notes=st.integers(0, 400).map(float),
    ),
)
def test_rows_can_be_read_and_nothing_leaves_the_page(paper, rounds, names, below):
    layout = sheet_layout(
        paper=laid_out_on(paper),
        rounds=rounds,
        columns=Columns(len(names)),
        below=below,
        names=names,
        title="Friday",
    )

    last = layout.pages[-1]
    blocks = {
        layout.chart_top: layout.chart,
        layout.awards_top: (0, *below.awards)[layout.award_rows],
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


WIDE, SHORT = ("W" * 40,) * 6, ("i",) * 6


@pytest.mark.parametrize("paper", SHEET_PAPERS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_name_moves_the_grid(paper, seats):
    def grid(names, awards):
        return sheet_layout(
            paper=laid_out_on(paper),
            rounds=60 // seats,
            columns=Columns(seats),
            below=Below(awards=awards, key=8.8, notes=4.4),
            names=names,
            title=names[0],
            place=names[0],
            winner=names[0],
        ).grid

    assert grid(SHORT[:seats], (9, 18)) == grid(WIDE[:seats], (45, 90))


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


@pytest.mark.parametrize(
    ("known", "names"),
    [
        (REGULAR, ("NotoSans-Regular",)),
        (BOLD, ("NotoSans-Bold", "NotoSerif-Bold")),
    ],
)
def test_letters_are_as_wide_as_in_the_fonts(known, names):
    fonts = [advances(name, known) for name in names]
    math = advances("NotoSansMath-Regular", known)

    for letter, width in known.items():
        drawn = [font[letter] for font in fonts if letter in font] or [math[letter]]
        assert 0 <= width - max(drawn) < 0.021, letter


def advances(name: str, letters: Iterable[str]) -> dict[str, float]:
    with TTFont(ROOT / f"static/fonts/{name}.ttf", lazy=True) as font:
        glyphs, em = font.getBestCmap(), font["head"].unitsPerEm
        return {
            letter: font["hmtx"][glyphs[ord(letter)]][0] / em
            for letter in letters
            if ord(letter) in glyphs
        }

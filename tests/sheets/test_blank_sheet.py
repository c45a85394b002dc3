"""Blank sheets on paper: read back from the PDF, and looked at as pictures."""

from functools import cache
from itertools import combinations, pairwise

import pypdfium2
import pytest
import zxingcpp
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.sheets.blank.columns import ruling_of
from scorepad.sheets.blank.page import Grid, layout_in
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.paper import Paper, piece
from tests.sheets.blanks import name_of, playable_cases
from tests.sheets.conftest import ROOT, pages_of, words_of
from tests.sheets.reading import lines_of, lost_letters, size_of

CASES = playable_cases()
FEW = CASES[::8]
ALIGNED = 0.2
MARGIN = 6
LINK = "https://scorepad.example:8443/paper?players=4&schedule=quick"


@pytest.fixture(scope="session")
def print_blank(stationery, pdf_of):
    def print_blank(blank, language="en"):
        return pdf_of(stationery.blank(blank, language=language))

    return print_blank


def missing(expected, lines):
    """Those of the *expected* strokes that no line of the PDF covers."""
    return [
        stroke
        for stroke in expected
        if not any(
            abs(stroke.x1 - line.x1) < ALIGNED
            and abs(stroke.y1 - line.y1) < ALIGNED
            and abs(stroke.x2 - line.x2) < ALIGNED
            and abs(stroke.y2 - line.y2) < ALIGNED
            for line in lines
        )
    ]


def ink_near_the_edges(pdf, layout, *, page=0):
    """Per piece of paper, how far its ink stays from left, top, right and bottom."""
    dots = 4
    picture = (
        pypdfium2.PdfDocument(pdf)[page]
        .render(scale=dots * 25.4 / 72)
        .to_pil()
        .convert("L")
        .point(lambda light: 255 - light if light < 250 else 0)
    )
    size = piece(layout.page, layout.per_page)
    found = []
    for left, top in layout.slots:
        # Cutting marks lie on the edge itself, half of them on either side.
        edges = (
            left + 0.5,
            top + 0.5,
            left + size.width - 0.5,
            top + size.height - 0.5,
        )
        part = picture.crop(tuple(round(edge * dots) for edge in edges))
        box = part.getbbox()
        found += [
            box[0] / dots + 0.5,
            box[1] / dots + 0.5,
            (part.width - box[2]) / dots + 0.5,
            (part.height - box[3]) / dots + 0.5,
        ]
    return min(found)


def lying_on_each_other(words):
    """Words whose letters overlap, judged by the middle of their height."""

    def middle(word):
        high = (word[3] - word[1]) * 0.3
        return word[1] + high, word[3] - high

    def overlap(one, other):
        (a, b), (c, d) = middle(one), middle(other)
        across = min(one[2], other[2]) - max(one[0], other[0])
        return across > 0.3 and min(b, d) - max(a, c) > 0.1

    return [(a[4], b[4]) for a, b in combinations(words, 2) if overlap(a, b)]


def struck_through(words, lines):
    """Words that an upright line of the grid runs through."""
    return [
        word[4]
        for word in words
        for line in lines
        if line.is_upright
        and word[0] + 0.35 < line.x1 < word[2] - 0.35
        and min(line.y1, line.y2) < (word[1] + word[3]) / 2 < max(line.y1, line.y2)
    ]


def check(pdf, blank, language):
    layout = layout_in(blank, language)
    drawn = ruling_of(blank).lines[layout.parts[0]]
    lines, words = lines_of(pdf), words_of(pdf)

    assert pages_of(pdf) == len(layout.parts)
    assert size_of(pdf) == pytest.approx(
        (layout.page.width, layout.page.height), abs=ALIGNED
    )
    assert missing(Grid(layout, drawn).strokes(), lines) == []
    assert ink_near_the_edges(pdf, layout) >= MARGIN - 0.3
    assert lost_letters(pdf) == 0
    if len(layout.parts) == 1:
        assert lying_on_each_other(words) == []
        assert struck_through(words, lines) == []


@pytest.mark.parametrize("case", FEW, ids=map(name_of, FEW))
def test_the_paper_is_what_was_laid_out(print_blank, case):
    check(print_blank(*case), *case)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=map(name_of, CASES))
def test_every_option_with_every_other_on_paper(print_blank, case):
    check(print_blank(*case), *case)


@pytest.mark.parametrize(
    ("blank", "rows"),
    [
        (Blank(), 20),
        (Blank(players=3, per_page=2), 20),
        (Blank(players=4, per_page=4), 15),
    ],
)
def test_rows_are_high_enough_and_even_on_the_paper_itself(print_blank, blank, rows):
    pdf = print_blank(blank)
    layout = layout_in(blank, "en")
    left = layout.room.margin
    starts = [
        line for line in lines_of(pdf) if line.is_level and abs(line.x1 - left) < 0.1
    ]
    levels = sorted({round(line.y1, 2) for line in starts})[: rows + 1]
    heights = [below - above for above, below in pairwise(levels)]

    assert len(heights) == rows
    assert min(heights) >= 7 - 0.01
    assert max(heights) - min(heights) < ALIGNED


@pytest.mark.parametrize(
    ("blank", "link"),
    [
        (Blank(links=(LINK,)), LINK),
        (Blank(players=4, per_page=4, links=(LINK,)), LINK),
        (
            Blank(
                players=3, paper=Paper.A6, links=(LINK + "&name0=%E7%8E%8B" * 6, LINK)
            ),
            None,
        ),
    ],
)
def test_the_code_is_read_by_a_phone(print_blank, blank, link):
    pdf = print_blank(blank)
    document = pypdfium2.PdfDocument(pdf)
    picture = document[len(document) - 1].render(scale=200 / 72).to_pil()

    found = {code.text for code in zxingcpp.read_barcodes(picture)}

    assert found == {link or layout_in(blank, "en").foot.code.text}


@cache
def printable() -> tuple[str, ...]:
    """Every character that the fonts have, but for those that are no letters."""
    found: set[int] = set()
    for path in (ROOT / "static/fonts").glob("Noto*.?tf"):
        with TTFont(path, lazy=True) as font:
            found |= set(font.getBestCmap())
    return tuple(
        chr(code)
        for code in sorted(found)
        if chr(code).isalnum() and not 0xF900 <= code < 0xFB00
    )


def named_blanks() -> st.SearchStrategy[Blank]:
    """Names of three to six players, of any letters that can be printed."""
    name = st.text(st.sampled_from(printable()), min_size=1, max_size=40)
    return st.lists(name, min_size=3, max_size=6).map(
        lambda names: Blank(
            players=len(names), names=tuple(names), per_page=2, trump=False
        )
    )


def test_a_name_of_several_scripts_is_whole_and_touches_nothing(print_blank):
    names = ("0", "0", "0", "0", "000", "々000000Um000ᾪ々")
    blank = Blank(players=6, names=names, per_page=2, trump=False)
    check_names(print_blank(blank), blank)


@pytest.mark.wide
@settings(deadline=None, max_examples=4, derandomize=True)
@given(blank=st.deferred(named_blanks))
def test_some_names_are_whole_and_touch_nothing(print_blank, blank):
    check_names(print_blank(blank), blank)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(blank=st.deferred(named_blanks))
def test_any_name_is_whole_and_touches_nothing(print_blank, blank):
    check_names(print_blank(blank), blank)


def check_names(pdf, blank):
    layout = layout_in(blank, "en")
    assert lost_letters(pdf) == 0
    assert ink_near_the_edges(pdf, layout) >= MARGIN - 0.3
    assert struck_through(words_of(pdf), lines_of(pdf)) == []

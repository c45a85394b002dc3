"""Blank sheets: as numbers with every option, and read from the PDF."""

import re

import pypdfium2
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.pdf import towers
from scorepad.pdf.blank import NARROWEST, Blank
from scorepad.pdf.blank_layout import RIGHTS, layout_in
from scorepad.pdf.completed import Copy, Showing
from scorepad.pdf.html import blank_sheet, completed_sheet
from scorepad.pdf.paper import Paper
from tests.pdf.blanks import name_of, playable_cases
from tests.pdf.conftest import EVERYONE, ink_of, pages_of, played, text_of, words_of
from tests.pdf.reading import lost_letters, size_of, touching
from tests.pdf.test_towers_sheets import finished
from tests.support.wide import first_of

CASES = playable_cases()
FEW = CASES[::16]
ALIGNED = 0.2
MARGIN = 6
LINK = "https://scorepad.example:8443/type-in?players=4&schedule=quick"


@pytest.fixture(scope="session")
def print_blank(pdf_of):
    def print_blank(blank, language="en"):
        return pdf_of(blank_sheet(blank, language=language))

    return print_blank


def ink_near_the_edges(pdf, layout):
    """Return the smallest margin of the ink on any piece of paper, in mm."""
    size, mark = layout.pieces.size, 0.5  # half of a cutting mark is on either side
    return mark + min(
        edge
        for left, top in layout.pieces.corners
        for edge in ink_of(
            pdf,
            within=(
                left + mark,
                top + mark,
                left + size.width - mark,
                top + size.height - mark,
            ),
        )
    )


UPRIGHT = re.compile(r"M([-\d.]+) ([-\d.]+)V([-\d.]+)")


def uprights_of(blank, language):
    """Return every vertical line of the grid: x, top and bottom on the piece."""
    layout = layout_in(blank, language)
    left, top = layout.room.margin, layout.room.margin + layout.top
    html = blank_sheet(blank, language=language).html
    found = UPRIGHT.findall(html.partition('class="drawing"')[2].partition("</svg>")[0])
    return [
        (left + float(x), top + float(start), top + float(end))
        for x, start, end in found
    ]


def struck_through(words, blank, language):
    layout = layout_in(blank, language)
    uprights = uprights_of(blank, language)
    assert len(uprights) >= len(layout.columns)
    return [
        word
        for left, top, right, bottom, word in words
        for x, y in layout.pieces.corners
        for at, start, end in uprights
        if left + 0.35 < x + at < right - 0.35
        and y + start < (top + bottom) / 2 < y + end
    ]


SLOW = [
    pytest.param(case, marks=pytest.mark.slow, id=name_of(case))
    for case in CASES
    if case not in FEW
]


@pytest.mark.parametrize("case", [*FEW, *SLOW], ids=name_of)
def test_the_paper_is_what_was_laid_out(print_blank, case):
    pdf, (blank, language) = print_blank(*case), case
    layout = layout_in(blank, language)
    size = layout.page.width, layout.page.height

    assert pages_of(pdf) == len(layout.parts)
    assert size_of(pdf) == pytest.approx(size, abs=ALIGNED)
    assert ink_near_the_edges(pdf, layout) >= MARGIN - 0.3
    assert lost_letters(pdf) == 0
    if len(layout.parts) == 1:
        words = words_of(pdf)
        assert touching(words) == []
        assert struck_through(words, blank, language) == []


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
    document = pypdfium2.PdfDocument(print_blank(blank))
    picture = document[len(document) - 1].render(scale=200 / 72).to_pil()

    found = {code.text for code in zxingcpp.read_barcodes(picture)}

    assert found == {link or layout_in(blank, "en").foot.code.text}


@pytest.mark.parametrize("language", first_of(known.tag for known in LANGUAGES))
def test_pads_say_that_they_may_be_reproduced_and_completed_sheets_if_asked(
    pdf_of, language
):
    sentence = translations(language).gettext(RIGHTS).replace(" ", "")
    pads = [Blank(players=4), Blank(players=4, reminder=False)]
    jobs = [blank_sheet(pad, language=language) for pad in pads]
    jobs.append(towers.blank_towers(4, Paper.A4, language=language))
    for rights in (False, True):
        copy = Copy(played(EVERYONE[:4]), language, showing=Showing(rights=rights))
        told = {"language": language, "rights": rights}
        jobs += [completed_sheet(copy), towers.completed_towers(finished(), **told)]

    pdfs = [pdf_of(job) for job in jobs]

    found = [text_of(pdf).count(sentence) for pdf in pdfs]
    assert found == [1, 1, 3, 0, 0, 1, 1]
    assert [pages_of(pdf) for pdf in pdfs] == [1] * len(pdfs)


def test_a_name_of_several_scripts_is_whole_and_touches_nothing(print_blank):
    names = ("0", "0", "0", "0", "000", "々000000Um000ᾪ々")
    blank = Blank(players=6, names=names, per_page=2, trump=False)
    pdf = print_blank(blank)

    assert lost_letters(pdf) == 0
    assert ink_near_the_edges(pdf, layout_in(blank, "en")) >= MARGIN - 0.3
    assert struck_through(words_of(pdf), blank, "en") == []


@pytest.mark.parametrize("case", CASES, ids=map(name_of, CASES))
def test_every_choice_leaves_space_for_handwriting(case):
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

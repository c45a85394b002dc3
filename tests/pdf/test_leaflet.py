"""The leaflets: two pages, four panels, and text that fits in every language."""

import itertools

import pytest

from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.i18n.rules import TOWERS_SPELLS
from scorepad.i18n.terms import EXTRAS, extra_name
from scorepad.pdf import towers
from scorepad.pdf.html import leaflet
from scorepad.pdf.paper import PAPERS, Paper
from tests.pdf.conftest import pages_of, text_of, words_of
from tests.pdf.reading import lost_letters, size_of
from tests.support.wide import first_of

TAGS = [known.tag for known in LANGUAGES]
LEAFLET_PAPERS = (Paper.A4, Paper.LETTER)
INSET = 8.5
SLACK = 0.6
"""Millimetres by which a letter's box is larger than its ink."""


def spells(tag):
    say = translations(tag).gettext
    return [say(text) for spell, text in TOWERS_SPELLS.items() if spell != "other"]


GAMES = {
    "wizard": (leaflet, lambda tag: [extra_name(extra, tag) for extra in EXTRAS]),
    "towers": (towers.leaflet, spells),
}


CASES = [
    (tag, paper, game)
    for tag, paper in zip(TAGS, itertools.cycle(LEAFLET_PAPERS), strict=False)
    for game in GAMES
]


@pytest.mark.parametrize("case", first_of(CASES, kept=2), ids="-".join)
def test_it_is_one_sheet_and_nothing_leaves_its_panel(pdf_of, case):
    tag, paper, game = case
    printed, names = GAMES[game]
    pdf = pdf_of(printed(paper, language=tag))
    width, height = PAPERS[paper].height, PAPERS[paper].width

    assert pages_of(pdf) == 2
    assert size_of(pdf) == pytest.approx((width, height), abs=0.1)
    for left, top, right, bottom, word in words_of(pdf):
        start = 0 if left < width / 2 else width / 2
        assert left > start + INSET - SLACK, word
        assert right < start + width / 2 - INSET + SLACK, word
        assert INSET - SLACK < top < bottom < height - INSET + SLACK, word
    assert lost_letters(pdf) == 0
    for word in " ".join(names(tag)).split():
        assert word in text_of(pdf)

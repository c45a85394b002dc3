"""Six blank sheets compared with their reference pictures."""

import pytest

from scorepad.games.wizard.schedule import Schedule
from scorepad.pdf.blank import Blank
from scorepad.pdf.html import blank_sheet
from scorepad.pdf.paper import Paper, Turn
from tests.pdf.pictures import looks_like

SIX = {
    "staircase": (Blank(), "en"),
    "four-to-cut": (Blank(players=5, per_page=4), "zh-Hant"),
    "tournament-with-names": (
        Blank(
            players=4,
            schedule=Schedule.AMIGO_TOURNAMENT,
            names=("Ute", "Kevin", "王小明", "Thomas-Alexander Oberhuber"),
            dealer=True,
            bids=True,
            bomb=True,
            cloud=True,
        ),
        "de",
    ),
    "maximus-half-letter": (
        Blank(
            players=3,
            schedule=Schedule.MAXIMUS,
            paper=Paper.HALF_LETTER,
            links=("https://scorepad.example/type-in",),
        ),
        "en",
    ),
    "quick-stair-saving-ink": (
        Blank(schedule=Schedule.QUICK, ink_saving=True, dealer=True, bids=True),
        "de",
    ),
    "large-and-wide": (
        Blank(
            players=6, paper=Paper.LETTER, turn=Turn.LANDSCAPE, large=True, trump=False
        ),
        "en",
    ),
}


@pytest.mark.parametrize("name", SIX)
def test_a_blank_sheet_looks_like_its_golden_picture(renderer, name):
    blank, language = SIX[name]

    assert looks_like(renderer.pdf(blank_sheet(blank, language=language)), name)

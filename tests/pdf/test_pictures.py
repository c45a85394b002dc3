"""Every kind of paper compared with its reference picture, as a person last checked it.

The pictures are small, in sixteen greys, in ``tests/pdf/golden/``. After an intended
change, ``./scripts/pictures`` draws them again; look at each before you commit it.
"""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from scorepad.games.wizard.models import EvenBidRule, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule, cards_per_round
from scorepad.pdf import towers
from scorepad.pdf.blank import Blank
from scorepad.pdf.completed import Copy, Showing
from scorepad.pdf.html import blank_sheet, completed_sheet
from scorepad.pdf.paper import Paper, Turn
from tests.pdf.conftest import EVERYONE, played
from tests.pdf.test_completed_sheet import EIGHT_LONG, FOUR, SIX_LONG, oddities
from tests.pdf.test_tournament_papers import LONG, jobs_of, paper_of
from tests.pdf.test_towers_sheets import finished

BLANKS = {
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


def with_guests(game):
    """Add a player in round 5 with 40 points; another leaves after round 11."""

    def present(number, round_):
        bids, tricks = list(round_.bids), list(round_.tricks or ())
        for seat, is_there in ((3, number >= 5), (2, number <= 11)):
            if not is_there:
                tricks[0] += tricks[seat]
                bids[seat] = tricks[seat] = None
        return replace(round_, bids=tuple(bids), tricks=tuple(tricks))

    return replace(
        game,
        joined=(Joined(3, 5, 40),),
        left=(Left(2, 11),),
        rounds=tuple(present(n, each) for n, each in enumerate(game.rounds, 1)),
    )


def ongoing():
    game = played(FOUR, rounds=5)
    return replace(game, rounds=(*game.rounds, Round((1, None, None, None))))


SHEETS = {
    "many-scripts": (
        played(EVERYONE, place="台北", minutes=95, seed=3),
        {"language": "zh-Hant", "title": "星期五巫師"},
    ),
    "everything-shown": (
        played(FOUR[:3], minutes=190, even_bid_rule=EvenBidRule(), seed=5),
        {"language": "de", "showing": Showing(tricks=True, points=True)},
    ),
    "oddities": (
        oddities(played(FOUR, even_bid_rule=EvenBidRule())),
        {"title": "Friday Wizards"},
    ),
    "guests-letter": (
        with_guests(played(FOUR, seed=4)),
        {"showing": Showing(paper=Paper.LETTER)},
    ),
    "half-a-page": (
        played(FOUR[:3], place="Graz", minutes=75, seed=6),
        {"language": "de", "title": "Freitag", "showing": Showing(paper=Paper.A5)},
    ),
    "six-on-a6": (
        played(SIX_LONG, place="W" * 40, minutes=75, seed=6),
        {"title": "W" * 60, "showing": Showing(paper=Paper.A6)},
    ),
    "eight-on-a5": (
        played(EIGHT_LONG, place="W" * 40, minutes=75, seed=6),
        {"language": "de", "showing": Showing(paper=Paper.A5, points=True)},
    ),
    "unfinished": (ongoing(), {"title": "Friday Wizards"}),
    "only-the-result": (
        Game(
            ("Ute", "Kevin", "Zoë"),
            cards_per_round(Schedule.STANDARD, 3),
            final_totals=(460, -20, 460),
        ),
        {"language": "de", "title": "Freitag"},
    ),
}


PAPERS = jobs_of(paper_of([*EVERYONE, *LONG[:2]]))
JOBS = {
    **{
        name: partial(blank_sheet, blank, language=tag)
        for name, (blank, tag) in BLANKS.items()
    },
    **{
        f"completed-{name}": partial(
            completed_sheet, Copy(game, **{"language": "en", **options})
        )
        for name, (game, options) in SHEETS.items()
    },
    "towers-completed": partial(
        towers.completed_towers, finished(), language="de", title="Donnerstags"
    ),
    "towers-blank": partial(towers.blank_towers, 4, Paper.A4, language="de"),
    "towers-setup": partial(towers.setup_card, Paper.A4, language="de"),
    **{f"tournament-{kind}": PAPERS[kind] for kind in ("badges", "certificates")},
}


GOLDEN = Path(__file__).parent / "golden"
RENEW = "SCOREPAD_RENEW_PICTURES"
DPI = 72
STEP = 255 // 15
"""From one of the sixteen greys to the next."""

SOFT = 1.2
"""Both pictures are blurred over this many pixels, to ignore tiny shifts."""

FAINT = 12
"""A difference of grey (of 255) that is invisible after the blur."""

MOST_DIFFERENT = 0.001
"""The share of the pixels that may differ more than that."""


def difference(one, other):
    """Return the share of pixels that differ visibly; 1 for different sizes."""
    if one.size != other.size:
        return 1.0
    soft = (each.filter(ImageFilter.GaussianBlur(SOFT)) for each in (one, other))
    greys = ImageChops.difference(*soft).histogram()
    return sum(greys[FAINT:]) / sum(greys)


@pytest.mark.parametrize("name", JOBS)
def test_a_paper_looks_like_its_golden_picture(pdf_of, name):
    page = pypdfium2.PdfDocument(pdf_of(JOBS[name]()))[0]
    drawn = page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
    drawn = drawn.point(lambda grey: grey // STEP * STEP)
    path = GOLDEN / f"{name}.png"
    if os.environ.get(RENEW):
        drawn.save(path, optimize=True)
    with Image.open(path) as golden:
        assert difference(drawn, golden.convert("L")) <= MOST_DIFFERENT

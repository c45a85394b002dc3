"""Every sheet in every language is translated completely."""

from dataclasses import replace

import pytest

from scorepad.games.wizard.models import Adjustment, EvenBidRule
from scorepad.games.wizard.schedule import Schedule, schedules_for
from scorepad.i18n.languages import ENGLISH, LANGUAGES
from scorepad.pdf import html
from scorepad.pdf.blank import Blank
from scorepad.pdf.book import book_volume, volumes_of
from scorepad.pdf.completed import Copy
from scorepad.pdf.paper import CardSize, Paper
from scorepad.pdf.towers import blank_towers, completed_towers, leaflet, setup_card
from tests.pdf.conftest import played
from tests.pdf.seasons import season_of, sheets_of
from tests.pdf.test_cards import DOOR
from tests.pdf.test_tournament_papers import jobs_of, paper_of
from tests.pdf.test_towers_sheets import game_of, happened
from tests.support.english_leftovers import left_in
from tests.support.wide import first_of

NAMES = ["Άννα", "Βίκτωρ", "Γιώργος"]
"""No name has Latin letters, so that all of these are words."""

KEY = "1" * 43


def completed(language):
    late = Adjustment(0, -10, "", 3)
    known = {"even_bid_rule": EvenBidRule(), "minutes": 130, "adjustments": (late,)}
    for schedule in schedules_for(len(NAMES)):
        if schedule is not Schedule.CUSTOM:
            game = played(NAMES, schedule=schedule, **known)
            job = html.completed_sheet(Copy(game, language))
            yield job.html
            yield from job.drawings.values()


def blanks(language):
    everything = {"bomb": True, "cloud": True, "bids": True, "dealer": True}
    for players in (None, 4):
        blank = Blank(players=players, **everything)
        yield html.blank_sheet(blank, language=language).html


def book(language):
    told = season_of(NAMES, games=90, group="")._replace(language=language)
    sheets = sheets_of(told, NAMES)
    for volume in volumes_of(told):
        yield book_volume(replace(volume, games=volume.games[:3]), sheets).html


def towers(language):
    game = game_of(NAMES[:2], happened(0, home=5, filled=6), finished=True)
    yield completed_towers(game, language=language).html
    yield blank_towers(3, Paper.A4, language=language).html
    yield setup_card(Paper.A4, language=language).html
    yield leaflet(Paper.A4, language=language).html


def small_ones(language):
    yield html.leaflet(Paper.A4, language=language).html
    about = {"group": None, "address": DOOR, "key": KEY, "size": CardSize.A6}
    yield html.card_page(Paper.A4, language=language, **about).html


@pytest.mark.parametrize(
    "language",
    first_of(known for known in LANGUAGES if known is not ENGLISH),
    ids=lambda known: known.tag,
)
def test_no_paper_has_english_left(language):
    printed = [
        *completed(language.tag),
        *blanks(language.tag),
        *book(language.tag),
        *small_ones(language.tag),
        *towers(language.tag),
        *(
            make().html
            for make in jobs_of(paper_of(NAMES, language.tag, "Ωμέγα", "Ω")).values()
        ),
    ]

    assert len(printed) > 20
    left = [left_in(each, language, set()) for each in printed]
    assert set().union(*left) == set()

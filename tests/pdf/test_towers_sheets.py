"""The sheets of Wandering Towers: content, on every paper, in every language."""

import itertools
import json
import re
from io import BytesIO

import pikepdf
import pytest

from scorepad.games.registry import parse_game
from scorepad.i18n.languages import LANGUAGES
from scorepad.pdf import towers
from scorepad.pdf.paper import PAPERS, TOWERS_PAPERS, Paper
from tests.pdf.conftest import ink_of, pages_of, text_of, words_of
from tests.pdf.reading import lost_letters, size_of
from tests.support.wide import first_of

TAGS = [known.tag for known in LANGUAGES]
LONG = "Thomas-Alexander von Oppenheim-Winterfel"


def happened(seat, *, home, filled):
    return [
        *({"what": "filled", "seat": seat} for _ in range(filled)),
        *({"what": "home", "seat": seat} for _ in range(home)),
    ]


def game_of(players, events=(), **more):
    head = {"format": "scorepad/game", "version": 1, "game": "towers"}
    document = {**head, "players": players, "events": [*events], **more}
    return parse_game(json.dumps(document)).game


def finished(**more):
    cast = {"what": "cast", "seat": 0, "spell": "advance_wizard"}
    events = [
        *happened(0, home=4, filled=5),
        cast,
        *happened(1, home=4, filled=5),
        *happened(2, home=2, filled=3),
    ]
    known = {"finished": True, "last_turn": 1, "rounds": 14, "place": "Café Merlin"}
    return game_of(
        [LONG, "王小明", "Ute"],
        events,
        colours=["blue", "red", "green"],
        played_on="2026-11-21",
        **{**known, **more},
    )


def test_a_line_shows_what_is_home_full_spent_and_empty():
    told = towers.completed_towers(finished(), language="en").html
    first, second, third = re.findall(
        r"<tr(?: class=.won.)?>\s*<td class.*?</tr>", told, re.DOTALL
    )

    assert [line.count("M3 22L21 5") for line in (first, second, third)] == [2, 0, 0]
    assert ">2.<" in first
    assert 'class="won"' in second
    assert "goal met" in second
    assert "goal met" not in third
    assert "Advance a Wizard" in first


@pytest.mark.parametrize("players", first_of([4, 2, 3, 5, 6]))
def test_a_blank_sheet_fills_its_page_and_no_second_one(pdf_of, players):
    pdf = pdf_of(towers.blank_towers(players, Paper.A4, language="de"))
    small = pdf_of(towers.blank_towers(players, Paper.HALF_LETTER, language="de"))

    assert pages_of(pdf) == pages_of(small) == 1
    assert min(ink_of(pdf)) > towers.MARGIN - 3
    assert text_of(pdf).count("DiewandelndenTürme") == 277 // (26 + 15 * players)


@pytest.mark.parametrize(
    "case", first_of(itertools.product(TAGS, TOWERS_PAPERS), kept=4), ids="-".join
)
def test_the_card_is_one_page_on_every_paper(pdf_of, case):
    tag, paper = case
    pdf = pdf_of(towers.setup_card(paper, language=tag))

    assert pages_of(pdf) == 1
    size = PAPERS[paper]
    assert size_of(pdf) == pytest.approx((size.width, size.height), abs=0.2)
    assert lost_letters(pdf) == 0
    assert min(ink_of(pdf)) > 5


@pytest.mark.parametrize("paper", first_of(TOWERS_PAPERS, kept=2))
def test_a_completed_sheet_keeps_the_longest_names_inside(pdf_of, paper):
    game = game_of(
        [f"{LONG[:-1]}{n}" for n in range(6)],
        happened(0, home=3, filled=4),
        finished=True,
        teams=True,
        remark="n" * 200,
    )

    pdf = pdf_of(towers.completed_towers(game, language="de", paper=paper))

    assert pages_of(pdf) == 1
    width = PAPERS[paper].width
    assert all(5 < left < right < width - 5 for left, _, right, _, _ in words_of(pdf))


def test_the_sheet_carries_its_game(pdf_of):
    game = finished()
    pdf = pdf_of(towers.completed_towers(game, language="en", title="Thursdays"))

    with pikepdf.open(BytesIO(pdf)) as document:
        (attached,) = document.attachments.values()
        assert parse_game(attached.get_file().read_bytes()).game == game
    assert "wonwith5fullbottles" in text_of(pdf)

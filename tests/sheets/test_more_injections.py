"""S17: nor is it on cards, on the sheet of Wandering Towers or in a season book."""

from dataclasses import replace

import pytest

from scorepad.sheets import html
from scorepad.sheets.book.book import volumes_of
from scorepad.sheets.book.pages import BookPages
from scorepad.sheets.cards import Card, CardPages
from scorepad.sheets.towers.pages import TowersPages
from tests.sheets.conftest import ROOT
from tests.sheets.seasons import season_of, sheets_of
from tests.sheets.test_injections import Canary, printed_by_a_mutant, unescaping
from tests.sheets.test_towers_sheets import finished
from tests.wide import first_of

TEMPLATES = ROOT / "templates"
DOOR = "https://pad.example/join"
FIELDS = {
    *("card", "tower-name", "tower-place", "tower-remark", "tower-title"),
    *("book-group", "book-season", "book-player"),
}


@pytest.fixture
def canary(tmp_path):
    canary = Canary(tmp_path)
    yield canary
    canary.close()


def pages_with(texts):
    """The pages of cards, a sheet and a book with these texts, by field."""
    card = Card(group=texts["card"], address=DOOR)
    yield CardPages(TEMPLATES).cards(card, language="en")
    game = finished(place="")
    game = replace(
        game,
        players=(texts["tower-name"], *game.players[1:]),
        place=texts["tower-place"],
        remark=texts["tower-remark"],
    )
    title = texts["tower-title"]
    yield TowersPages(TEMPLATES).completed_towers(game, language="en", title=title)
    names = (texts["book-player"], "Ute", "Kevin")
    told = {"group": texts["book-group"], "season": texts["book-season"]}
    book = season_of(names, games=2, **told)
    (volume,) = volumes_of(book)
    yield BookPages(TEMPLATES).volume(volume, sheets_of(book, names))


@pytest.mark.parametrize("is_escaped", first_of([True, False]))
def test_s17_escaping_alone_holds_on_every_other_paper(canary, monkeypatch, is_escaped):
    """And without it, every field is caught: the attacks are real ones.

    Our list of what may be fetched is the renderer's, one for all paper.
    """
    if not is_escaped:
        monkeypatch.setattr(html, "_environment", unescaping)
    texts = {field: "".join(canary.vectors_of(field)) for field in FIELDS}

    printed_by_a_mutant("".join(job.html for job in pages_with(texts)))

    reached = {hit.split("/")[1] for hit in canary.hits}
    assert reached == (set() if is_escaped else FIELDS)

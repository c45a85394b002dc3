"""A completed sheet is an archival PDF: tagged, copyable and small."""

import re
import subprocess
from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.blank import Blank
from scorepad.pdf.html import blank_sheet
from tests.pdf.conftest import EVERYONE, played
from tests.support.wide import first_of


@pytest.fixture(scope="module")
def kept(print_game):
    pdf = print_game(played(EVERYONE, place="台北"), language="de", title="Freitag")
    with pikepdf.open(BytesIO(pdf)) as opened:
        yield opened


def elements(node, kind=None):
    kids = node.get("/K", [])
    kids = kids if isinstance(kids, pikepdf.Array) else [kids]
    inside = [kid for kid in kids if isinstance(kid, pikepdf.Dictionary)]
    found = [node] if kind is None or node.get("/S") == f"/{kind}" else []
    return found + [each for kid in inside for each in elements(kid, kind)]


def test_it_says_what_it_is(kept):
    with kept.open_metadata() as said:
        assert (said["pdfaid:part"], said["pdfaid:conformance"]) == ("3", "A")
        assert said["dc:title"] == "Freitag"
    root = kept.Root
    assert str(root.Lang) == "de"
    assert root.MarkInfo.Marked
    assert root.ViewerPreferences.DisplayDocTitle
    assert root.OutputIntents[0].S == "/GTS_PDFA1"
    assert all(page.get("/Tabs") == "/S" for page in kept.pages)


def test_it_is_sound(kept):
    assert kept.check_pdf_syntax() == []


def test_the_game_is_its_source(kept):
    (file,) = kept.Root.AF

    assert file.AFRelationship == "/Source"
    assert file.EF.F.Subtype == "/application/json"
    assert str(file.UF) == "wizard-2026-11-21.json"


def test_every_header_says_what_it_heads(kept):
    headers = elements(kept.Root.StructTreeRoot.K[0], "TH")
    scopes = [header.A.Scope for header in headers]

    assert scopes.count("/Column") == 2 + len(EVERYONE)
    assert scopes.count("/Row") == 10 + 1


def test_every_cell_knows_its_round_and_its_player(kept):
    cells = elements(kept.Root.StructTreeRoot.K[0], "TD")

    assert len(cells) == 10 * (1 + 2 * len(EVERYONE)) + len(EVERYONE)
    assert all(len(cell.A.Headers) == 2 for cell in cells[:-6])


def test_a_picture_is_told_in_words(kept):
    (chart,) = elements(kept.Root.StructTreeRoot.K[0], "Figure")

    for name in EVERYONE:
        assert name in str(chart.Alt)


BLANKS = {
    "to-cut": Blank(players=5, per_page=2, links=("https://scorepad.example/type-in",)),
    "suits-printed": Blank(players=4, schedule=Schedule.MAXIMUS, dealer=True),
    "stair": Blank(ink_saving=True, bids=True),
}


@pytest.mark.parametrize("name", first_of(BLANKS))
def test_every_drawing_on_a_blank_sheet_is_told_in_words(renderer, name):
    pdf = renderer.pdf(blank_sheet(BLANKS[name], language="de"))

    with pikepdf.open(BytesIO(pdf)) as opened:
        root = opened.Root
        figures = elements(root.StructTreeRoot.K[0], "Figure")
        assert all(str(figure.get("/Alt", "")) for figure in figures)
        assert "Raster zum Ausfüllen" in {str(figure.Alt) for figure in figures}
        assert str(root.Lang) == "de"
        assert root.MarkInfo.Marked
        assert root.ViewerPreferences.DisplayDocTitle
        assert str(opened.docinfo.Title) == "Block"
        assert all(page.get("/Tabs") == "/S" for page in opened.pages)
        headers = elements(root.StructTreeRoot.K[0], "TH")
        assert all(header.A.Scope in ("/Row", "/Column") for header in headers)
        assert opened.check_pdf_syntax() == []


def test_everything_on_the_page_is_either_read_or_decoration(kept):
    """Marked content is in the tree or an artifact, and nothing is drawn outside."""
    page = kept.pages[0]
    depth, strays = 0, []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(name, 0)
        if name in {"Tj", "TJ", "Do", "f", "S", "B"} and not depth:
            strays.append((operands, name))
    assert strays == []
    marked = re.findall(rb"/MCID (\d+)", page.Contents.read_bytes())
    parents = kept.Root.StructTreeRoot.ParentTree.Nums[1]
    assert len(marked) == len(parents)


def test_every_script_can_be_copied(print_game):
    game = played(EVERYONE)

    text = pypdfium2.PdfDocument(print_game(game))[0].get_textpage().get_text_range()

    for name in ("王小明", "김민준", "Łukasz", "🧙"):
        assert name in text
    for total in sheet_of(game).totals:
        assert str(total).replace("-", "−") in text


def test_all_fonts_are_inside_and_can_be_copied_from(print_game):
    pdf = print_game(played(EVERYONE, place="Θεσσαλονίκη, Київ"), language="zh-Hant")

    told = subprocess.run(
        ["pdffonts", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    lines = told.splitlines()[2:]

    assert len(lines) >= 5
    for line in lines:
        assert line.split()[-5:-2] == ["yes", "yes", "yes"], line


@pytest.mark.parametrize("players", first_of([6, 3]))
def test_a_sheet_with_latin_names_is_small(print_game, players):
    names = ["Ute", "Kevin", "Zoë", "Thomas-Alexander", "Łukasz", "Ada"][:players]

    assert len(print_game(played(names, remark="A fine evening."))) <= 60_000


def test_two_pages_are_read_as_one_sheet(print_game):
    pdf = print_game(played(EVERYONE[:3], schedule=Schedule.UP_DOWN))

    with pikepdf.open(BytesIO(pdf)) as opened:
        tree = opened.Root.StructTreeRoot.K[0]
        assert len(elements(tree, "Table")) == 2
        assert len(elements(tree, "H1")) == 1
        assert opened.check_pdf_syntax() == []

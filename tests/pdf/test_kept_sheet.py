"""A completed sheet is an archival PDF: tagged, copyable and small."""

import re
from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.blank import Blank
from scorepad.pdf.html import blank_sheet
from tests.pdf.conftest import EVERYONE, played
from tests.pdf.reading import fonts_in
from tests.support.wide import first_of


@pytest.fixture(scope="module")
def kept(print_game):
    pdf = print_game(played(EVERYONE, place="台北"), language="de", title="Freitag")
    with pikepdf.open(BytesIO(pdf)) as opened:
        yield opened


def elements(opened, kind):
    """Return the elements of a *kind* in the structure for screen readers."""
    found, left = [], [opened.Root.StructTreeRoot.K[0]]
    while left:
        node = left.pop()
        kids = node.get("/K", [])
        kids = kids if isinstance(kids, pikepdf.Array) else [kids]
        left += [kid for kid in reversed(kids) if isinstance(kid, pikepdf.Dictionary)]
        found += [node] * (node.get("/S") == f"/{kind}")
    return found


def assert_told(opened, *, title, language="de"):
    """Check what readers ask for first, and that every drawing is told in words."""
    root = opened.Root
    assert (str(root.Lang), str(opened.docinfo.Title)) == (language, title)
    assert root.MarkInfo.Marked
    assert root.ViewerPreferences.DisplayDocTitle
    assert all(page.get("/Tabs") == "/S" for page in opened.pages)
    assert all(str(figure.get("/Alt", "")) for figure in elements(opened, "Figure"))
    assert opened.check_pdf_syntax() == []


def test_it_is_an_archival_file_with_its_game(kept):
    assert_told(kept, title="Freitag")
    with kept.open_metadata() as said:
        assert (said["pdfaid:part"], said["pdfaid:conformance"]) == ("3", "A")
    assert kept.Root.OutputIntents[0].S == "/GTS_PDFA1"
    (file,) = kept.Root.AF
    assert file.AFRelationship == "/Source"
    assert file.EF.F.Subtype == "/application/json"
    assert str(file.UF) == "wizard-2026-11-21.json"


def test_every_cell_has_its_headers_and_the_chart_a_description(kept):
    scopes = [header.A.Scope for header in elements(kept, "TH")]
    cells = elements(kept, "TD")
    (chart,) = elements(kept, "Figure")

    assert scopes.count("/Column") == 2 + len(EVERYONE)
    assert scopes.count("/Row") == 10 + 1
    assert len(cells) == 10 * (1 + 2 * len(EVERYONE)) + len(EVERYONE)
    assert all(len(cell.A.Headers) == 2 for cell in cells[:-6])
    assert all(name in str(chart.Alt) for name in EVERYONE)


BLANKS = {
    "to-cut": Blank(players=5, per_page=2, links=("https://scorepad.example/type-in",)),
    "suits-printed": Blank(players=4, schedule=Schedule.MAXIMUS, dealer=True),
    "stair": Blank(ink_saving=True, bids=True),
}


@pytest.mark.parametrize("name", first_of(BLANKS))
def test_every_drawing_on_a_blank_sheet_has_a_description(pdf_of, name):
    pdf = pdf_of(blank_sheet(BLANKS[name], language="de"))

    with pikepdf.open(BytesIO(pdf)) as opened:
        assert_told(opened, title="Block")
        told = {str(figure.Alt) for figure in elements(opened, "Figure")}
        assert "Raster zum Ausfüllen" in told
        headers = elements(opened, "TH")
        assert all(header.A.Scope in ("/Row", "/Column") for header in headers)


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


def test_every_script_can_be_copied_and_all_fonts_are_inside(print_game):
    game = played(EVERYONE, place="Θεσσαλονίκη, Київ")
    pdf = print_game(game, language="zh-Hant")

    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()

    totals = [str(total).replace("-", "−") for total in sheet_of(game).totals]
    for said in ("王小明", "김민준", "Łukasz", "🧙", *totals):
        assert said in text
    lines = fonts_in(pdf)
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
        assert len(elements(opened, "Table")) == 2
        assert len(elements(opened, "H1")) == 1
        assert opened.check_pdf_syntax() == []

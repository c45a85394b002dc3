"""Suits are told apart by their shape, whatever the colours are."""

import re

from scorepad.pdf import html
from scorepad.pdf.paper import COLOURS
from tests.pdf.conftest import ROOT

SYMBOLS = ROOT / "templates" / "symbols.svg"
SHAPE = re.compile(
    r'id="suit-(\w+)"[^>]*><g class="of-people"><path[^>]* d="([^"]+)"/></g>'
    r'<g class="of-american"><path d="([^"]+)"'
)


def test_every_suit_has_a_shape_of_its_own_on_screen_and_paper():
    shapes = SHAPE.findall(
        SYMBOLS.read_text("utf-8").replace(' fill-rule="evenodd"', "")
    )

    assert len(shapes) == 4
    assert len({path for _, *both in shapes for path in both}) == 8
    paper = html._environment("en").get_template("sheets/suits.html")  # noqa: SLF001 - to read a variable of it
    decks = paper.module.shapes_of
    paths = [suit["path"] for suits in decks.values() for suit in suits.values()]
    assert len(set(paths)) == 8


def test_the_colours_of_suits_and_seats_are_written_only_in_the_tokens():
    names = ["human", "elf", "dwarf", "giant", *(f"seat-{seat}" for seat in range(6))]
    hexes = re.compile("|".join(COLOURS[name] for name in names))
    sources = [*ROOT.glob("scorepad/**/*.py"), *ROOT.glob("static/js/**/*.js")]
    sources += ROOT.glob("static/css/*.css")

    found = {p.name for p in sources if hexes.search(p.read_text("utf-8"))}

    assert found == {"tokens.css"}

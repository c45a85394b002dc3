"""The colours of suits and seats are written in one place."""

import re

from scorepad.pdf.paper import COLOURS
from tests.pdf.conftest import ROOT


def test_the_colours_of_suits_and_seats_are_written_only_in_the_tokens():
    names = ["human", "elf", "dwarf", "giant", *(f"seat-{seat}" for seat in range(8))]
    hexes = re.compile("|".join(COLOURS[name] for name in names))
    sources = [*ROOT.glob("scorepad/**/*.py"), *ROOT.glob("static/js/**/*.js")]
    sources += ROOT.glob("static/css/*.css")

    found = {p.name for p in sources if hexes.search(p.read_text("utf-8"))}

    assert found == {"tokens.css"}

"""Suits are told apart by their shape, whatever the colours are."""

import re

from scorepad.sheets.drawings import SUITS_OF
from tests.sheets.conftest import ROOT

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
    paths = [suit.path for suits in SUITS_OF.values() for suit in suits.values()]
    assert len(set(paths)) == 8

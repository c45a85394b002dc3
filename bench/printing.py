"""A completed sheet, warm, against an empty page in the same press."""

import json
from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, median
from scorepad.rules.wizard.document import parse_document
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.settings import CHECKOUT
from scorepad.sheets.html import Stationery
from scorepad.sheets.press import Press

MOST_SHEET = 60.0
VECTORS = CHECKOUT / "tests" / "vectors" / "wizard.json"
EMPTY = "<!doctype html><title>Empty</title><p>Nothing</p>"


def figures(folder: Path) -> Iterator[Figure]:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    played = next(v for v in vectors if v["id"] == "game-4p-standard")
    rounds = [{"bids": r["bids"], "tricks": r["tricks"]} for r in played["rounds"]]
    document = {"format": "scorepad/game", "version": 1, "game": "wizard"}
    names = {"players": played["names"], "rounds": rounds}
    game = parse_document(json.dumps({**document, **names}))
    html = Stationery(CHECKOUT / "templates").completed_sheet(
        sheet_of(game), game, language="en"
    )
    press = Press(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
    )
    try:
        floor = median(lambda: press.pdf(EMPTY), times=7)
        sheet = median(lambda: press.pdf(html), times=7)
    finally:
        press.close()
    yield Figure("print a sheet", sheet, "print an empty page", floor, MOST_SHEET)

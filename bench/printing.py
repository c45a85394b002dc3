"""A completed sheet, warm, against a plain table of the same numbers."""

import json
from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, median
from scorepad.rules.wizard.document import parse_document
from scorepad.rules.wizard.sheet import Sheet, sheet_of
from scorepad.settings import CHECKOUT
from scorepad.sheets.html import Stationery
from scorepad.sheets.press import Press

MOST_SHEET = 5.0
VECTORS = CHECKOUT / "tests" / "vectors" / "wizard.json"


def figures(folder: Path) -> Iterator[Figure]:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    played = next(v for v in vectors if v["id"] == "game-4p-standard")
    rounds = [{"bids": r["bids"], "tricks": r["tricks"]} for r in played["rounds"]]
    document = {"format": "scorepad/game", "version": 1, "game": "wizard"}
    names = {"players": played["names"], "rounds": rounds}
    game = parse_document(json.dumps({**document, **names}))
    sheet = sheet_of(game)
    plain = plain_table(sheet)
    html = Stationery(CHECKOUT / "templates").completed_sheet(
        sheet, game, language="en"
    )
    press = Press(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
    )
    try:
        floor = median(lambda: press.pdf(plain), times=7)
        styled = median(lambda: press.pdf(html), times=7)
    finally:
        press.close()
    yield Figure("print a sheet", styled, "print a plain table", floor, MOST_SHEET)


def plain_table(sheet: Sheet) -> str:
    """The bids, tricks and totals of a sheet without any looks."""
    cells = [
        f"<td>{total}<td>{bid}<td>{took}"
        for row in sheet.rows
        for total, bid, took in zip(row.totals or (), row.bids, row.tricks, strict=True)
    ]
    seats = len(sheet.players)
    rows = ["".join(cells[at : at + seats]) for at in range(0, len(cells), seats)]
    return f"<!doctype html><title>Plain</title><table><tr>{'<tr>'.join(rows)}</table>"

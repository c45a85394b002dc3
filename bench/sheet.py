"""A completed sheet, warm, tagged and with its document, against a plain table.

The floor is WeasyPrint as it comes with the same text and fonts, neither tagged nor an
archive's PDF.
"""

import itertools
import json
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from bench.clock import Figure, side_by_side
from scorepad.pdf.renderer import Renderer
from scorepad.rules.wizard.document import parse_document
from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.settings import CHECKOUT
from scorepad.sheets.html import Stationery

MOST_RATIO = 2.0
VECTORS = CHECKOUT / "tests" / "vectors" / "wizard.json"
SUITS = itertools.cycle(("blue", "green", "red", "yellow", "none"))
FONTS = """<style>html{font-family:"Noto Sans"}td{font-family:"Noto Serif"}</style>"""


def figures(folder: Path) -> Iterator[Figure]:
    os.environ["FONTCONFIG_FILE"] = str(CHECKOUT / "static" / "fonts" / "fonts.conf")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    from weasyprint import HTML  # noqa: PLC0415 - reads the two variables when imported
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415 - as above

    fonts, game = FontConfiguration(), played_game()
    job = Stationery(CHECKOUT / "templates").completed_sheet(
        sheet_of(game), game, language="en", title="Friday Wizards"
    )
    plain = PlainTable(job.html).page
    renderer = Renderer(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
        workers=1,
    )
    renderer.warm_up()
    floor, styled = side_by_side(
        lambda: HTML(string=plain).write_pdf(font_config=fonts),
        lambda: renderer.pdf(job),
        times=15,
    )
    renderer.close()
    yield Figure("print a sheet", styled, "plain table, same text", floor, MOST_RATIO)


def played_game() -> Game:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    played = next(v for v in vectors if v["id"] == "game-4p-standard")
    document = {
        "format": "scorepad/game",
        "version": 1,
        "game": "wizard",
        "played_on": "2026-11-21",
        "place": "Nuremberg",
        "players": played["names"],
        "rounds": [
            {"bids": each["bids"], "tricks": each["tricks"], "trump": next(SUITS)}
            for each in played["rounds"]
        ],
    }
    return parse_document(json.dumps(document))


class PlainTable(HTMLParser):
    """The text of a page without any looks: every piece in a table has a cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.page = f"<!doctype html><html lang=en><title>Plain</title>{FONTS}"
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, _attrs: Any) -> None:
        if tag not in {"meta", "link", "col", "br", "img"}:
            self._inside.append(tag)
        if tag in {"table", "tr"}:
            self.page += f"<{tag}>"

    def handle_endtag(self, tag: str) -> None:
        self._inside.pop()
        if tag == "table":
            self.page += "</table>"

    def handle_data(self, data: str) -> None:
        if data.strip() and not {"head", "style", "title"} & set(self._inside):
            self.page += f"<{'td' if 'tr' in self._inside else 'p'}>{data}"

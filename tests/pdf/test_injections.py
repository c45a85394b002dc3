"""Typed text is only text on paper, never code."""

import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pikepdf
import pytest

from scorepad.games.wizard.models import Adjustment
from scorepad.pdf import html
from scorepad.pdf.blank import Blank
from scorepad.pdf.book import book_volume, volumes_of
from scorepad.pdf.completed import Copy
from scorepad.pdf.html import blank_sheet, card_page, completed_sheet
from scorepad.pdf.paper import CardSize, Paper
from scorepad.pdf.towers import completed_towers
from tests.pdf.conftest import played, text_of
from tests.pdf.seasons import season_of, sheets_of
from tests.pdf.test_towers_sheets import finished
from tests.support.wide import first_of

ENVIRONMENT = html._environment  # noqa: SLF001 - to take its lock away

NINE = (
    "<img src='{web}1'>",
    "<link rel=stylesheet href='{web}2'>",
    "<style>@import '{web}3';</style>",
    "<p style=\"background:url('{web}4')\">x</p>",
    "<object data='{web}5'></object>",
    "<style>@font-face{{font-family:x;src:url('{web}6')}} p{{font:9pt x}}</style><p>x",
    "<svg width=9 height=9><image href='{web}7' width=9 height=9/></svg>",
    "<link rel=attachment href='{file}'>",
    "<a rel=attachment href='{file}'>x</a>",
)


class Canary:
    def __init__(self, folder):
        self.hits = hits = []

        class Door(BaseHTTPRequestHandler):
            def do_GET(self):
                hits.append(self.path)
                self.send_error(404)

            def log_message(self, *_words):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        file = folder / "canary.txt"
        file.write_text("canary")
        self._web = f"http://127.0.0.1:{self.server.server_port}/"
        self._file = file.as_uri()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def vectors_of(self, field):
        """Return the nine attacks, requesting URLs named after a *field*."""
        web = f"{self._web}{field}/"
        return [each.format(web=web, file=self._file) for each in NINE]


@pytest.fixture
def canary(tmp_path):
    canary = Canary(tmp_path)
    yield canary
    canary.close()


FIELDS = {
    "name": lambda game, text: replace(game, players=(text, *game.players[1:])),
    "place": lambda game, text: replace(game, place=text),
    "remark": lambda game, text: replace(game, remark=text),
    "note": lambda game, text: replace(
        game, rounds=(replace(game.rounds[0], note=text), *game.rounds[1:])
    ),
    "reason": lambda game, text: replace(
        game, adjustments=(Adjustment(0, 10, text, 2),)
    ),
    "title": lambda game, _text: game,
}


NEITHER, OUR_LIST, ESCAPING = "neither lock", "our list alone", "escaping alone"


def unescaping(*args):
    environment = ENVIRONMENT.__wrapped__(*args)
    environment.autoescape = False
    return environment


def printed_by_a_mutant(page):
    """Print with WeasyPrint's own fetcher, which loads any URL."""
    program = (
        "import sys, weasyprint; weasyprint.HTML(string=sys.stdin.read()).write_pdf()"
    )
    command = [sys.executable, "-c", program]
    subprocess.run(command, input=page, text=True, check=True, capture_output=True)


def test_html_in_a_name_is_shown_as_it_was_typed(print_game):
    name = "<b>{{7*7}}</b> ${1} 'x'"

    assert text_of(print_game(played([name, "Ute", "Kevin"]))).count(
        name.replace(" ", "")
    )


DOOR = "https://pad.example/join"
EVERYWHERE = {
    *FIELDS,
    *("card", "tower-name", "tower-place", "tower-remark", "tower-title"),
    *("book-group", "book-season", "book-player", "blank-name"),
}


def pages_with(texts):
    """Yield sheets, cards and a book with these texts, by field."""
    game = played(("Ute", "Kevin", "Zoë"), rounds=3)
    for field, put in FIELDS.items():
        game = put(game, texts[field])
    yield completed_sheet(Copy(game, "en", texts["title"]))
    about = {"address": DOOR, "key": "", "size": CardSize.WALLET}
    yield card_page(Paper.A4, language="en", group=texts["card"], **about)
    names = (texts["blank-name"], "Ute", "Kevin")
    yield blank_sheet(Blank(players=3, names=names), language="en")
    game = finished(place="")
    game = replace(
        game,
        players=(texts["tower-name"], *game.players[1:]),
        place=texts["tower-place"],
        remark=texts["tower-remark"],
    )
    yield completed_towers(game, language="en", title=texts["tower-title"])
    names = (texts["book-player"], "Ute", "Kevin")
    told = {"group": texts["book-group"], "season": texts["book-season"]}
    book = season_of(names, games=1, **told)
    (volume,) = volumes_of(book)
    yield book_volume(volume, sheets_of(book, names))


@pytest.mark.parametrize("locked", first_of([OUR_LIST, ESCAPING, NEITHER], kept=2))
def test_s17_each_lock_alone_holds_for_every_field(canary, pdf_of, monkeypatch, locked):
    """Without both, every field is caught: the attacks are real.

    The list of what may be fetched is the renderer's, the same for all paper.
    """
    if locked != ESCAPING:
        monkeypatch.setattr(html, "_environment", unescaping)
    texts = {field: "".join(canary.vectors_of(field)) for field in EVERYWHERE}
    pages = pages_with(texts)

    if locked != OUR_LIST:
        printed_by_a_mutant("".join(job.html for job in pages))
    else:
        sheet = next(pages)
        with pikepdf.open(BytesIO(pdf_of(sheet))) as opened:
            assert opened.attachments.keys() == {sheet.document_name}

    reached = {hit.split("/")[1] for hit in canary.hits}
    assert reached == (EVERYWHERE if locked == NEITHER else set())

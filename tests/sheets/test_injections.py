"""Nothing that people type is more than text on the paper."""

import json
import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pikepdf
import pytest

from scorepad.rules.wizard.game import Adjustment, Game
from scorepad.rules.wizard.writing import document_of
from tests.sheets.conftest import played, text_of

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
    """A web server and a file that nothing may ever ask for."""

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
        web = f"http://127.0.0.1:{self.server.server_port}/"
        self.vectors = [each.format(web=web, file=file.as_uri()) for each in NINE]


@pytest.fixture
def canary(tmp_path):
    canary = Canary(tmp_path)
    yield canary
    canary.server.shutdown()
    canary.server.server_close()


def everywhere(vectors: list[str], game: Game) -> Game:
    """The vectors in every field that people write into."""
    rounds = [
        replace(each, note=vector)
        for each, vector in zip(game.rounds, vectors, strict=True)
    ]
    return replace(
        game,
        rounds=tuple(rounds),
        place=vectors[0],
        remark=" ".join(vectors),
        adjustments=tuple(
            Adjustment(seat, 10, vector) for seat, vector in enumerate(vectors)
        ),
    )


@pytest.mark.parametrize("first", [0, 3, 6])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_no_text_of_a_game_reaches_anything(canary, print_game, first, turn):
    chosen = canary.vectors[first : first + 3]
    vectors = chosen[turn:] + chosen[:turn]
    game = everywhere(vectors, played(vectors, rounds=3))

    pdf = print_game(game, title=vectors[2])

    with pikepdf.open(BytesIO(pdf)) as read:
        attached = {
            name: file.get_file().read_bytes()
            for name, file in read.attachments.items()
        }
    assert list(attached) == ["wizard-2026-11-21.json"]
    # Names of more than 40 characters are no document; what they say is still there.
    assert json.loads(attached["wizard-2026-11-21.json"]) == document_of(game)
    assert canary.hits == []


def test_even_unescaped_text_reaches_nothing(canary, press):
    pdf = press.pdf("<!doctype html><body>" + "".join(canary.vectors))

    assert canary.hits == []
    assert b"EmbeddedFile" not in pdf


def test_the_canary_sings_without_our_list(canary):
    program = "import sys, weasyprint; weasyprint.HTML(string=sys.argv[1]).write_pdf()"

    subprocess.run(
        [sys.executable, "-c", program, "".join(canary.vectors)],
        check=True,
        capture_output=True,
    )

    assert len(set(canary.hits)) == 7


def test_html_in_a_name_is_shown_as_it_was_typed(print_game):
    name = "<b>{{7*7}}</b> ${1} 'x'"

    assert text_of(print_game(played([name, "Ute", "Kevin"]))).count(
        name.replace(" ", "")
    )

"""A completed sheet: printed warm, fetched again, and asked for by twenty at once."""

import itertools
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from html.parser import HTMLParser
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, url_for

from bench.clock import Caller, Figure, served, side_by_side
from scorepad.app import create_app
from scorepad.pdf.errors import RenderFailed
from scorepad.pdf.renderer import Renderer
from scorepad.rules.wizard.document import parse_document
from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.settings import CHECKOUT, Settings
from scorepad.sheets.html import Stationery
from scorepad.store import schema
from tests.phone import OURS, Phone

MOST_SHEET = 2.0
MOST_CACHED = 40.0
AT_ONCE = 20
A_QUARTER = 0.25
MOST_HOSTILE = 12.0
MIN_PDF = 1000
TOO_MANY_ROWS = "<table>" + ("<tr>" + "<td>12</td>" * 8 + "</tr>") * 2000
VECTORS = CHECKOUT / "tests" / "vectors" / "wizard.json"
SUITS = itertools.cycle(("blue", "green", "red", "yellow", "none"))
FONTS = """<style>html{font-family:"Noto Sans"}td{font-family:"Noto Serif"}</style>"""


def figures(folder: Path) -> Iterator[Figure]:
    yield printed(folder)
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    phone = Phone(app.test_client())
    game = phone.start_game()
    for number in range(1, 4):
        phone.save_round(game, number, [1, 0, 0, 0], [number, 0, 0, 0])
    cookie = phone.client.get_cookie("s")
    assert cookie is not None
    headers = {"Cookie": f"s={cookie.value}", **OURS}
    sheet = f"/g/{phone.group}/games/{game}/sheet.pdf"
    with served(app) as call:
        yield fetched_again(app, call, sheet, headers)
        yield saved_meanwhile(call, phone.game_path(game), sheet, headers)
        yield from stopped(app, call)


def printed(folder: Path) -> Figure:
    """Tagged and with its document, beside a plain table of the same text and fonts."""
    game = played_game()
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
    try:
        with bare_weasyprint(folder) as bare:
            floor, styled = side_by_side(
                lambda: bare(plain), lambda: renderer.pdf(job), times=15
            )
    finally:
        renderer.close()
    return Figure("print a sheet", styled, "plain table, same text", floor, MOST_SHEET)


@contextmanager
def bare_weasyprint(folder: Path) -> Iterator[Callable[[str], None]]:
    """WeasyPrint as it comes, warm, with our fonts, in a process as nice as a worker.

    It makes a PDF that is neither tagged nor an archive's.
    """
    program = subprocess.Popen(
        [sys.executable, "-m", "bench.bare"],
        cwd=CHECKOUT,
        env=os.environ
        | {
            "FONTCONFIG_FILE": str(CHECKOUT / "static" / "fonts" / "fonts.conf"),
            "XDG_CACHE_HOME": str(folder),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    asked, told = program.stdin, program.stdout
    assert asked is not None
    assert told is not None

    def bare(page: str) -> None:
        asked.write(json.dumps(page) + "\n")
        asked.flush()
        assert int(told.readline()) > MIN_PDF

    yield bare
    asked.close()
    program.wait(timeout=10)
    told.close()


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


def fetched_again(
    app: Flask, call: Caller, sheet: str, headers: dict[str, str]
) -> Figure:
    with app.test_request_context():
        picture = url_for("static", filename="icons/icon-512.png")
    file, cached = side_by_side(
        lambda: call("GET", picture), lambda: call("GET", sheet, **headers), times=300
    )
    return Figure("fetch a sheet again", cached, "static file", file, MOST_CACHED)


def saved_meanwhile(
    call: Caller, game: str, sheet: str, headers: dict[str, str]
) -> Figure:
    """How long a save takes, 99 of 100, while twenty sheets are asked for at once."""
    statuses: list[int] = []

    def ask(number: int) -> None:
        own = Caller(call.connection.port)
        choices = ("tricks", "points", "chart", "awards", "notes")
        chosen = [("no", "yes")[number >> bit & 1] for bit in range(len(choices))]
        query = "&".join(map("=".join, zip(choices, chosen, strict=True)))
        statuses.append(own("GET", f"{sheet}?{query}", **headers).status)
        own.connection.close()

    threads = [
        threading.Thread(target=ask, args=(number,)) for number in range(AT_ONCE)
    ]
    for thread in threads:
        thread.start()
    slowest = p99([save(call, game, headers, seen) for seen in range(1, 301)])
    for thread in threads:
        thread.join()
    assert set(statuses) == {200, 429}, statuses
    return Figure(
        "save, 20 PDFs, p99", slowest, "a quarter of a second", A_QUARTER, 1.0
    )


def stopped(app: Flask, call: Caller) -> Iterator[Figure]:
    """Something far too large to print is given up; pages do not notice."""
    renderer: Renderer = app.extensions["renderer"]
    taken: list[float] = []

    def ask() -> None:
        before = time.perf_counter()
        with suppress(RenderFailed):
            renderer.pdf(TOO_MANY_ROWS)
        taken.append(time.perf_counter() - before)

    hostile = threading.Thread(target=ask)
    hostile.start()
    pages = []
    while hostile.is_alive():
        before = time.perf_counter()
        assert call("GET", "/print").status == HTTPStatus.OK
        pages.append(time.perf_counter() - before)
    hostile.join()
    words = "twelve seconds"
    yield Figure("give up 2,000 rows", taken[0], words, MOST_HOSTILE, 1.0)
    words = "a quarter of a second"
    yield Figure("a page meanwhile", p99(pages), words, A_QUARTER, 1.0)


def p99(durations: list[float]) -> float:
    return sorted(durations)[int(len(durations) * 0.99)]


def save(call: Caller, game: str, headers: dict[str, str], seen: int) -> float:
    body = json.dumps({"bids": [seen % 2, 0, 0, 0], "tricks": None})
    before = time.perf_counter()
    answer = call(
        "PUT",
        f"{game}/rounds/4",
        body,
        Content_Type="application/json",
        Idempotency_Key=f'"{secrets.token_hex(16)}"',
        **({"If_None_Match": "*"} if seen == 1 else {"If_Match": f'"{seen - 1}"'}),
        **headers,
    )
    assert answer.status in {200, 201}, answer.status
    return time.perf_counter() - before

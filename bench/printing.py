"""A completed sheet: printed warm, fetched again, and asked for by twenty at once."""

import itertools
import json
import secrets
import threading
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from flask import Flask, url_for

from bench.clock import Caller, Figure, median, served
from scorepad.app import create_app
from scorepad.rules.wizard.document import parse_document
from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.settings import CHECKOUT, Settings
from scorepad.sheets.html import Stationery
from scorepad.sheets.press import Press
from scorepad.store import schema
from tests.phone import OURS, Phone

MOST_SHEET = 2.0
MOST_CACHED = 10.0
AT_ONCE = 20
A_QUARTER = 0.25
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


def printed(folder: Path) -> Figure:
    """Tagged and with its document, beside a plain table of the same text and fonts."""
    game = played_game()
    job = Stationery(CHECKOUT / "templates").completed_sheet(
        sheet_of(game), game, language="en", title="Friday Wizards"
    )
    plain = PlainTable(job.html).page
    press = Press(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=folder,
    )
    press.warm_up()
    try:
        for page in (plain, job) * 2:
            press.pdf(page)
        floor = median(lambda: press.pdf(plain), times=9)
        styled = median(lambda: press.pdf(job), times=9)
    finally:
        press.close()
    return Figure("print a sheet", styled, "plain table, same text", floor, MOST_SHEET)


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
    file = median(lambda: call("GET", picture), times=200)
    cached = median(lambda: call("GET", sheet, **headers), times=200)
    return Figure("fetch a sheet again", cached, "static file", file, MOST_CACHED)


def saved_meanwhile(
    call: Caller, game: str, sheet: str, headers: dict[str, str]
) -> Figure:
    """The slowest save of a hundred while twenty sheets are asked for at once."""
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
    slowest = max(save(call, game, headers, seen) for seen in range(1, 101))
    for thread in threads:
        thread.join()
    assert set(statuses) == {200, 429}, statuses
    return Figure(
        "slowest save, 20 PDFs", slowest, "a quarter of a second", A_QUARTER, 1.0
    )


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

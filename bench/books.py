"""A book of a hundred games: what a page takes, and what the server's memory does."""

import resource
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pikepdf
from flask import Flask

from bench.clock import Figure
from scorepad.app import create_app
from scorepad.commands.simulation import SimulatedGame, simulated_season
from scorepad.services.entering import GameAddress, SheetEntry
from scorepad.services.groups.holding import known_device
from scorepad.services.play.recording import record_sheet
from scorepad.settings import Settings
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.play.history import Stamp
from tests.phone import OURS, Phone

NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë")
FEW, MANY = 20, 100
SHEETS = 15
MOST_PAGE = 1.2
MOST_MEMORY = 1.1
LAST_DAY = date(2026, 11, 20)
GLANCE = 0.1
CHOSEN = {"lang": "de", "paper": "a4"}


def figures(folder: Path) -> Iterator[Figure]:
    url = f"sqlite:///{folder / 'books.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    app.extensions["renderer"].warm_up()
    few, _ = season(app, FEW)
    many, games = season(app, MANY)
    make(app, few)
    few_mb = most_memory()
    sheet = statistics.median(printed(many, game) for game in games[:SHEETS])
    started = time.perf_counter()
    make(app, many)
    took, many_mb = time.perf_counter() - started, most_memory()
    app.extensions["renderer"].close()
    page = took / pages_of_book(many)
    yield Figure("a page of a book", page, "a sheet alone", sheet, MOST_PAGE)
    # MB where others have milliseconds.
    told = f"MB, book of {MANY}", many_mb / 1000, f"MB, book of {FEW}", few_mb / 1000
    yield Figure(*told, MOST_MEMORY)


def season(app: Flask, count: int) -> tuple[Phone, list[UUID]]:
    """A group with so many finished games, and a phone in it."""
    phone = Phone(app.test_client())
    phone.found_group()
    within = UUID(phone.group)
    simulated = simulated_season(
        NAMES, games=count + 1, seed=7, until=LAST_DAY, within=within
    )
    games = [each for each in simulated if each.finished]
    begins = {"starts_on": "2020-01-01"}
    phone.client.post(f"/g/{within}/seasons/1/dates", data=begins, headers=OURS)
    cookie = phone.client.get_cookie("s")
    assert cookie is not None
    with app.app_context():
        device = known_device(db.session(), cookie.value)
        assert device is not None
        for each in games:
            record(device, within, each)
    return phone, [each.id_ for each in games]


def record(device: int, group: UUID, each: SimulatedGame) -> None:
    entry = SheetEntry(each.game, seen=None, finished=True, counts=each.counts)
    stamp = Stamp(device, datetime.now(UTC))
    record_sheet(db.session(), stamp, GameAddress(group, each.id_), entry)


def printed(phone: Phone, game: UUID) -> float:
    """How long a sheet takes that nobody has printed before."""
    before = time.perf_counter()
    path = f"/g/{phone.group}/games/{game}/sheet.pdf?lang=en"
    assert phone.client.get(path).status_code == 200
    return time.perf_counter() - before


def make(app: Flask, phone: Phone) -> None:
    """Have a book made of which no sheet was printed before."""
    begun = phone.client.post(book_of(phone), data=CHOSEN, headers=OURS)
    assert begun.status_code == 303, begun.text
    while app.extensions["bindery"].books.being_made():
        time.sleep(GLANCE)


def pages_of_book(phone: Phone) -> int:
    path = f"{book_of(phone)}/book.pdf"
    answer = phone.client.get(path, query_string=CHOSEN)
    assert answer.status_code == 200, answer.status
    with pikepdf.open(BytesIO(answer.get_data())) as book:
        return len(book.pages)


def book_of(phone: Phone) -> str:
    return f"/g/{phone.group}/seasons/1/book"


def most_memory() -> float:
    """The most that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

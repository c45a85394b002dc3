"""Saves and polls a second, against a bare Flask route that does the same.

The same durable commit, or the same 304, on the same server, in the same run and in
turns, so that whatever else the machine does is the same for both. Eight phones ask
without pause, each about a table of its own.
"""

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from bench.clock import Figure
from bench.connection import Connection
from bench.crowd import (
    WRITING,
    Save,
    Table,
    begin,
    saves_of_a_game,
    sent,
    set_tables,
)
from bench.following import serving
from bench.plain import ETAG, Book
from bench.tables import LONGEST_POLL, within
from tests import postgresql
from tests.faults.lives import lives

PHONES = 8
TABLES_EACH = 20  # a device may save twice a second, which is more than a table does
TURNS = 6
TURN = 1.5  # seconds
MOST = 1 / 0.5
POLLS_A_SECOND = 800
"""As many as 1,600 who look on ask for, each every two seconds (row L02)."""
BARE_POLLS_A_SECOND = 1200
"""Where a bare application answers fewer, the machine is too slow to be asked so."""

Phone = Callable[[float], Awaitable[list[float]]]
"""Asks without pause until then, and tells how long the answers took."""


def figures(folder: Path) -> Iterator[Figure]:
    where = {name: f"sqlite:///{folder / name}.sqlite3" for name in ("plain", "ours")}
    save, poll = compared("", folder, where)
    yield from (save, poll)
    yield from of_polls(folder, where["ours"], bare=1 / poll.floor)
    with postgresql.server(fsync="on") as server:
        for name in where:
            postgresql.run(server, f"CREATE DATABASE {name}")
            where[name] = postgresql.url(server, name)
        yield from compared(", PostgreSQL", folder, where)


def compared(name: str, folder: Path, where: dict[str, str]) -> Iterator[Figure]:
    Book(where["plain"]).found(PHONES)
    tables = set_tables(folder, where["ours"], PHONES * TABLES_EACH)
    with both(folder, where) as (plain, ours):
        save = in_turns(
            [writes_plainly(plain, number) for number in range(PHONES)],
            players_at(ours, tables),
        )
        poll = in_turns(
            [asks(plain, "/", "", ETAG) for _ in range(PHONES)],
            [asks(ours, each.path, each.cookies[0]) for each in tables[:PHONES]],
        )
    yield Figure(f"one of many saves{name}", *save, MOST)
    yield Figure(f"one of many polls{name}", *poll, MOST)


def of_polls(folder: Path, url: str, *, bare: float) -> Iterator[Figure]:
    """L02: how many are answered, and how soon, where *bare* a second can be."""
    tables = set_tables(folder, url, PHONES)
    with lives(folder, database_url=url) as living:
        ours = [asks(living.server.port, at.path, at.cookies[0]) for at in tables]
        took = asyncio.run(all_of(ours, TURNS * TURN))
    each, enough = TURNS * TURN / len(took), 1 / POLLS_A_SECOND
    print(f"{1 / each:.0f} polls a second, {bare:.0f} bare, 0 errors", flush=True)
    if bare >= BARE_POLLS_A_SECOND:
        yield Figure("the same poll", each, f"{POLLS_A_SECOND} a second", enough, 1.0)
    yield within("the same poll, of eight", took, LONGEST_POLL)


@contextmanager
def both(folder: Path, where: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The ports of the bare server and of ours."""
    plain = serving("bench.plain", where["plain"])
    with plain as port, lives(folder, database_url=where["ours"]) as living:
        yield port, living.server.port


def in_turns(plain: Sequence[Phone], ours: Sequence[Phone]) -> tuple[float, str, float]:
    """Seconds for one of our answers, what the floor is, and seconds for one of it."""
    counts = [0, 0]
    for turn in range(-1, TURNS):
        for which, phones in enumerate((plain, ours)):
            asked = asyncio.run(all_of(phones, TURN))
            counts[which] += len(asked) if turn >= 0 else 0
    floor, each = (TURNS * TURN / count for count in counts)
    return each, "bare Flask, the same", floor


async def all_of(phones: Sequence[Phone], lasts: float) -> list[float]:
    """How long the answers took that all of them got within so many seconds."""
    until = time.monotonic() + lasts
    heard = await asyncio.gather(*(phone(until) for phone in phones))
    return [took for each in heard for took in each]


def phone_that(port: int, ask: Callable[[Connection], Awaitable[int]]) -> Phone:
    """Asks one thing after the other."""

    async def phone(until: float) -> list[float]:
        connection, took = Connection(port), []
        while (before := time.monotonic()) < until:
            status = await ask(connection)
            assert status in {200, 201, 304}, status
            took.append(time.monotonic() - before)
        connection.close()
        return took

    return phone


def writes_plainly(port: int, number: int) -> Phone:
    saves = itertools.cycle(saves_of_a_game())

    async def save(connection: Connection) -> int:
        said = {**WRITING, "Idempotency-Key": secrets.token_hex(16)}
        text = json.dumps(next(saves)[1])
        status, _ = await connection.ask("PUT", f"/{number}", said, text)
        return status

    return phone_that(port, save)


def players_at(port: int, tables: Sequence[Table]) -> list[Phone]:
    """Eight who save for a table after the other."""
    return [plays(port, tables[number::PHONES]) for number in range(PHONES)]


def plays(port: int, tables: Sequence[Table]) -> Phone:
    turns = itertools.cycle([(table, saves_at(table)) for table in tables])

    async def save(connection: Connection) -> int:
        table, saves = next(turns)
        return await sent(connection, table, next(saves), secrets.token_hex(16))

    return phone_that(port, save)


def saves_at(table: Table) -> Iterator[Save]:
    """One game after the other."""
    while True:
        yield from saves_of_a_game()
        table.game = str(uuid4())
        yield begin(table)


def asks(port: int, path: str, cookie: str, etag: str = "") -> Phone:
    """Has seen what there is, and asks whether there is more."""
    said = {"Cookie": cookie, "If-None-Match": etag}

    async def ask(connection: Connection) -> int:
        status, said["If-None-Match"] = await connection.ask("GET", path, said)
        return status

    return phone_that(port, ask)

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

from bench.clock import Figure
from bench.connection import Connection
from bench.crowd import WRITING, Table, next_game, saves_of_a_game, sent, set_tables
from bench.following import serving
from bench.plain import ETAG, Book
from tests import postgresql
from tests.faults.lives import lives

PHONES = 8
TURNS = 6
TURN = 1.5  # seconds
MOST_SAVE = 1 / 0.5
MOST_POLL = 1 / 0.5
MOST_POLL_OF_WORKERS = 1 / 0.3
WORKERS = 2

Phone = Callable[[float], Awaitable[int]]
"""Asks without pause until then, and tells how often that was."""


def figures(folder: Path) -> Iterator[Figure]:
    where = {name: f"sqlite:///{folder / name}.sqlite3" for name in ("plain", "ours")}
    yield from compared("", folder, where, 1, MOST_POLL)
    with postgresql.server(fsync="on") as server:
        for name in where:
            postgresql.run(server, f"CREATE DATABASE {name}")
            where[name] = postgresql.url(server, name)
        name = f", {WORKERS} workers"
        yield from compared(name, folder, where, WORKERS, MOST_POLL_OF_WORKERS)


def compared(
    name: str, folder: Path, where: dict[str, str], workers: int, most_poll: float
) -> Iterator[Figure]:
    Book(where["plain"]).found(PHONES)
    tables = set_tables(folder, where["ours"], PHONES)
    with both(folder, where, workers) as (plain, ours):
        save = in_turns(
            [writes_plainly(plain, number) for number in range(PHONES)],
            [plays(ours, table) for table in tables],
        )
        poll = in_turns(
            [asks(plain, "/", "", ETAG) for _ in tables],
            [asks(ours, table.path, table.cookies[0]) for table in tables],
        )
    yield Figure(f"one of many saves{name}", *save, MOST_SAVE)
    yield Figure(f"one of many polls{name}", *poll, most_poll)


@contextmanager
def both(
    folder: Path, where: dict[str, str], workers: int
) -> Iterator[tuple[int, int]]:
    """The ports of the bare server and of ours, each in as many processes."""
    settings = {"database_url": where["ours"], "workers": str(workers)}
    plain = serving("bench.plain", where["plain"], str(workers))
    with plain as port, lives(folder, **settings) as living:
        yield port, living.server.port


def in_turns(plain: Sequence[Phone], ours: Sequence[Phone]) -> tuple[float, str, float]:
    """Seconds for one of our answers, what the floor is, and seconds for one of it."""
    counts = [0, 0]
    for turn in range(-1, TURNS):
        for which, phones in enumerate((plain, ours)):
            asked = asyncio.run(all_of(phones))
            counts[which] += asked if turn >= 0 else 0
    floor, each = (TURNS * TURN / count for count in counts)
    return each, "bare Flask, the same", floor


async def all_of(phones: Sequence[Phone]) -> int:
    until = time.monotonic() + TURN
    return sum(await asyncio.gather(*(phone(until) for phone in phones)))


def writes_plainly(port: int, number: int) -> Phone:
    saves = itertools.cycle(saves_of_a_game())

    async def phone(until: float) -> int:
        connection, count = Connection(port), 0
        while time.monotonic() < until:
            _, body, _ = next(saves)
            key = {"Idempotency-Key": secrets.token_hex(16)}
            said = {**WRITING, **key}
            path, text = f"/{number}", json.dumps(body)
            status, _ = await connection.ask("PUT", path, said, text)
            assert status == 200, status
            count += 1
        connection.close()
        return count

    return phone


def plays(port: int, table: Table) -> Phone:
    """Saves one game after the other."""
    saves = saves_of_a_game()

    async def phone(until: float) -> int:
        nonlocal saves
        connection, count = Connection(port), 0
        while time.monotonic() < until:
            if (each := next(saves, None)) is None:
                saves = saves_of_a_game()
                each = next_game(table)
            status = await sent(connection, table, *each)
            assert status in {200, 201}, status
            count += 1
        connection.close()
        return count

    return phone


def asks(port: int, path: str, cookie: str, etag: str = "") -> Phone:
    """Has seen what there is, and asks whether there is more."""
    seen = etag

    async def phone(until: float) -> int:
        nonlocal seen
        connection, count = Connection(port), 0
        said = {"Cookie": cookie} if cookie else {}
        if not seen:
            _, seen = await connection.ask("GET", path, said)
        while time.monotonic() < until:
            said["If-None-Match"] = seen
            status, _ = await connection.ask("GET", path, said)
            assert status == 304, status
            count += 1
        connection.close()
        return count

    return phone

"""250 people follow one game while it is played: how long a poll and a save take then.

Followers keep a connection each and ask every two seconds for what they have not seen,
as ``behaviours/live.js`` does; the scorekeeper saves a bid every two seconds, so that
every look finds something new. Whoever looks on and whoever taps feels the time itself,
so the most allowed is a time, shown as a ratio. The floor is the same crowd at an
application that does nothing.
"""

import asyncio
import itertools
import json
import random
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench.clock import Figure
from bench.starting import GIVE_UP, free_port
from scorepad.app import create_app
from scorepad.settings import CHECKOUT, Settings
from scorepad.store import schema
from tests.phone import OURS, Phone

FOLLOWERS = 250
EVERY = 2.0  # seconds, 20 % either way
LASTS = 20.0  # seconds
LONGEST_POLL = 0.100
LONGEST_SAVE = 0.250
SEATS = 4


@dataclass(slots=True)
class Crowd:
    """Who asks where, and how long each answer took."""

    port: int
    path: str
    headers: dict[str, str]
    answers: dict[int, int] = field(default_factory=dict)
    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)


def figures(folder: Path) -> Iterator[Figure]:
    with serving("bench.empty") as port:
        bare = Crowd(port, "/", {})
        asyncio.run(follow(bare))
    floor = slowest(bare.polls)
    phone, game = a_game(folder)
    cookie = phone.client.get_cookie("s")
    assert cookie is not None
    headers = {"Cookie": f"s={cookie.value}", **OURS}
    ours = ("scorepad.cli", "serve", "--instance", str(folder), "--port")
    with serving(*ours) as port:
        path = f"/g/{phone.group}/games/{game}/live"
        crowd = Crowd(port, path, headers)
        asyncio.run(follow(crowd, saver_of(crowd, phone.game_path(game))))
    assert crowd.answers.keys() <= {200, 304}, crowd.answers
    poll, save = slowest(crowd.polls), slowest(crowd.saves)
    name = f"{FOLLOWERS} at an empty page"
    yield Figure("followed poll, p99", poll, name, floor, LONGEST_POLL / floor)
    yield Figure("save meanwhile, p99", save, name, floor, LONGEST_SAVE / floor)


def slowest(durations: list[float]) -> float:
    """What 99 of 100 stay below."""
    return statistics.quantiles(durations, n=100, method="inclusive")[-1]


def a_game(folder: Path) -> tuple[Phone, str]:
    """A game in its first round, in the database of this instance."""
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    phone = Phone(app.test_client())
    game = phone.start_game()
    phone.save_round(game, 1, [None] * SEATS)
    return phone, game


@contextmanager
def serving(*module: str) -> Iterator[int]:
    """What Python module serves, in a process of its own; its port is the last word."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", *module, str(port)],
        cwd=CHECKOUT,
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port)
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + GIVE_UP
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise TimeoutError(port)


Saver = Callable[["Connection"], Awaitable[None]]


async def follow(crowd: Crowd, saver: Saver | None = None) -> None:
    """Let everybody look on for a while, and one of them play."""
    until = time.monotonic() + LASTS
    async with asyncio.TaskGroup() as group:
        for _ in range(FOLLOWERS):
            group.create_task(one_follower(crowd, until))
        if saver is not None:
            group.create_task(one_scorekeeper(crowd, saver, until))


async def one_follower(crowd: Crowd, until: float) -> None:
    connection = Connection(crowd.port)
    seen = ""
    await asyncio.sleep(random.random() * EVERY)  # noqa: S311 - no secret
    while time.monotonic() < until:
        headers = {**crowd.headers, **({"If-None-Match": seen} if seen else {})}
        before = time.perf_counter()
        status, etag = await connection.ask("GET", crowd.path, headers)
        crowd.polls.append(time.perf_counter() - before)
        crowd.answers[status] = crowd.answers.get(status, 0) + 1
        seen = etag or seen
        await asyncio.sleep(EVERY * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
    connection.close()


async def one_scorekeeper(crowd: Crowd, save: Saver, until: float) -> None:
    connection = Connection(crowd.port)
    while time.monotonic() < until:
        before = time.perf_counter()
        await save(connection)
        crowd.saves.append(time.perf_counter() - before)
        await asyncio.sleep(EVERY)
    connection.close()


def saver_of(crowd: Crowd, game: str) -> Saver:
    numbers = itertools.count(1)

    async def save(connection: Connection) -> None:
        number = next(numbers)
        body = json.dumps({"bids": [number % 2, *[None] * (SEATS - 1)], "tricks": None})
        headers = {
            **crowd.headers,
            "Content-Type": "application/json",
            "If-Match": f'"{number}"',
            "Idempotency-Key": f'"{secrets.token_hex(16)}"',
        }
        status, _ = await connection.ask("PUT", f"{game}/rounds/1", headers, body)
        assert status == 200, status

    return save


class Connection:
    """A browser's connection: it stays open as long as the server lets it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: str = ""
    ) -> tuple[int, str]:
        """Send one request; the status of its answer, and its ETag."""
        if self.open is None:
            self.open = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.open
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", body]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.split("\r\n")
        said = dict(line.split(": ", 1) for line in rest if line)
        await reader.readexactly(int(said.get("Content-Length", "0")))
        if said.get("Connection") == "close":
            self.close()
        return int(first.split()[1]), said.get("ETag", "")

    def close(self) -> None:
        if self.open is not None:
            self.open[1].close()
            self.open = None

"""250 people follow one game while it is played: how long a poll and a save take then.

Followers have a device and a connection each, and ask every two seconds for what they
have not seen, as ``behaviours/live.js`` does; the scorekeeper saves a bid every two
seconds, so that every look finds something new. Whoever looks on and whoever taps feels
the time itself, so the most allowed is a time, shown as a ratio. The floor is the same
crowd at an application that does nothing.
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
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from bench.clock import Figure
from bench.connection import Connection
from scorepad.app import create_app
from scorepad.services.groups.holding import new_device
from scorepad.settings import CHECKOUT, Settings
from scorepad.store import schema
from scorepad.store.db import db, write_transaction
from scorepad.store.groups.groups import find_group
from scorepad.store.groups.members import add_membership
from tests.phone import OURS, Phone

FOLLOWERS = 250
EVERY = 2.0  # seconds, 20 % either way
LASTS = 20.0  # seconds
LONGEST_POLL = 0.100
LONGEST_SAVE = 0.250
SEATS = 4
GIVE_UP = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(slots=True)
class Crowd:
    """Who asks where, and how long each answer took."""

    port: int
    path: str
    cookies: list[str] = field(default_factory=lambda: [""] * FOLLOWERS)
    answers: dict[int, int] = field(default_factory=dict)
    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)


def figures(folder: Path) -> Iterator[Figure]:
    with serving("bench.empty") as port:
        bare = Crowd(port, "/")
        asyncio.run(follow(bare))
    floor = slowest(bare.polls)
    phone, game = a_game(folder)
    host, cookies = cookie_of(phone), let_in(phone)
    ours = ("scorepad.cli", "serve", "--instance", str(folder), "--port")
    with serving(*ours) as port:
        path = f"/g/{phone.group}/games/{game}/live"
        crowd = Crowd(port, path, cookies)
        asyncio.run(follow(crowd, saver_of(host, phone.game_path(game))))
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


def cookie_of(phone: Phone) -> str:
    cookie = phone.client.get_cookie("s")
    assert cookie is not None
    return f"s={cookie.value}"


def let_in(host: Phone) -> list[str]:
    """The cookies of devices that may look on."""
    with host.client.application.app_context():
        session, cookies = db.session(), []
        with write_transaction(session):
            group = find_group(session, UUID(host.group))
            assert group is not None
            for _ in range(FOLLOWERS):
                device, token = new_device(session, datetime.now(UTC))
                add_membership(session, group, device.id, role="viewer")
                cookies.append(f"s={token}")
            session.commit()
    return cookies


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


Saver = Callable[[Connection], Awaitable[None]]


async def follow(crowd: Crowd, saver: Saver | None = None) -> None:
    """Let everybody look on for a while, and one of them play."""
    until = time.monotonic() + LASTS
    async with asyncio.TaskGroup() as group:
        for cookie in crowd.cookies:
            group.create_task(one_follower(crowd, cookie, until))
        if saver is not None:
            group.create_task(one_scorekeeper(crowd, saver, until))


async def one_follower(crowd: Crowd, cookie: str, until: float) -> None:
    connection = Connection(crowd.port)
    seen = ""
    await asyncio.sleep(random.random() * EVERY)  # noqa: S311 - no secret
    while time.monotonic() < until:
        headers = {"Cookie": cookie, **({"If-None-Match": seen} if seen else {})}
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


def saver_of(cookie: str, game: str) -> Saver:
    numbers = itertools.count(1)

    async def save(connection: Connection) -> None:
        number = next(numbers)
        body = json.dumps({"bids": [number % 2, *[None] * (SEATS - 1)], "tricks": None})
        headers = {
            **OURS,
            "Cookie": cookie,
            "Content-Type": "application/json",
            "If-Match": f'"{number}"',
            "Idempotency-Key": f'"{secrets.token_hex(16)}"',
        }
        status, _ = await connection.ask("PUT", f"{game}/rounds/1", headers, body)
        assert status == 200, status

    return save

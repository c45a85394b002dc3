"""Many tables at once: on each, one phone keeps the score and five look on.

All six ask every two seconds for what they have not seen, as ``behaviours/live.js``
does, and a table saves ten times in three minutes, as people do. When a game is over,
its sheet is printed, the season looked at, and the next game begins.
"""

import asyncio
import json
import random
import secrets
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from bench.connection import Connection
from scorepad.app import create_app
from scorepad.services.groups.holding import new_device
from scorepad.settings import Settings
from scorepad.store import schema
from scorepad.store.db import db, write_transaction
from scorepad.store.groups.groups import find_group
from scorepad.store.groups.members import add_membership
from tests.phone import OURS, Phone

SEATS = 6
ROUNDS = 60 // SEATS
POLL_EVERY = 2.0
SAVE_EVERY = 18.0
TRIES = 10
BUSY = 503
WELL = frozenset({200, 201, 304})
WRITING = {**OURS, "Content-Type": "application/json"}

Save = tuple[str, dict[str, Any], int | str | None]
"""A path within a game, what is put there, and the revision that was seen."""


@dataclass(slots=True)
class Table:
    """Who sits there, the cookies of their phones, and the game they play."""

    group: str
    people: list[dict[str, str]]
    cookies: list[str]
    game: str

    @property
    def path(self) -> str:
        return f"/api/groups/{self.group}/games/{self.game}"

    @property
    def pages(self) -> str:
        return f"/g/{self.group}/games/{self.game}"


class Pace(NamedTuple):
    """How long a crowd plays, and after how many seconds a table or a phone is back.

    All arrive within the time that it *arrives*; only then does the counting begin.
    """

    lasts: float
    save_every: float = SAVE_EVERY
    poll_every: float = POLL_EVERY
    arrives: float = 2.0


@dataclass(slots=True)
class Crowd:
    """Where they ask and until when; how many seconds answers took, what they said."""

    port: int
    pace: Pace
    since: float
    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    pages: Counter[int] = field(default_factory=Counter)

    @property
    def until(self) -> float:
        return self.since + self.pace.lasts

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    def heard(self, durations: list[float], status: int, before: float) -> None:
        """Count an answer to what was asked then."""
        now = time.monotonic()
        if before >= self.since or status not in WELL:
            durations.append(now - before)
            self.statuses[status] += 1

    async def arrive(self) -> None:
        """Everybody within the time for it."""
        await asyncio.sleep(random.random() * self.pace.arrives)  # noqa: S311 - no secret

    async def pause(self, seconds: float) -> None:
        wait = seconds * random.uniform(0.8, 1.2)  # noqa: S311 - no secret
        await asyncio.sleep(max(0.0, min(wait, self.until - time.monotonic())))

    @property
    def errors(self) -> int:
        return sum(n for status, n in self.statuses.items() if status not in WELL)


def slowest(durations: Sequence[float]) -> float:
    """What 99 of 100 stay below."""
    return statistics.quantiles(durations, n=100, method="inclusive")[-1]


def set_tables(folder: Path, url: str, count: int) -> list[Table]:
    """So many tables of one club, and a game without a round on each."""
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    host = Phone(app.test_client())
    assert host.found_group().status_code == 201
    with app.app_context():
        tokens = iter(_let_in(UUID(host.group), count))
    tables = []
    for number in range(count):
        own = [next(tokens) for _ in range(SEATS)]
        phone = Phone(app.test_client(), host.group)
        phone.client.set_cookie("s", own[0])
        people = [phone.person(f"{letter} {number}") for letter in "ABCDEF"[:SEATS]]
        game = str(uuid4())
        answer = phone.save_game(game, {"players": people}, seen=None)
        assert answer.status_code == 201, answer.text
        cookies = [f"s={token}" for token in own]
        tables.append(Table(str(host.group), people, cookies, game))
    with app.app_context():
        # What a database knows of a club that has played for longer than a minute.
        with db.engine.begin() as connection:
            connection.exec_driver_sql("ANALYZE")
        db.engine.dispose()
    return tables


def _let_in(group: UUID, tables: int) -> list[str]:
    """The tokens of devices that belong to a group: for each table one that scores."""
    session, tokens = db.session(), []
    with write_transaction(session):
        row = find_group(session, group)
        assert row is not None
        for _ in range(tables):
            for role in ("scorekeeper", *["viewer"] * (SEATS - 1)):
                device, token = new_device(session, datetime.now(UTC))
                add_membership(session, row, device.id, role=role)
                tokens.append(token)
        session.commit()
    return tokens


async def play(port: int, tables: Sequence[Table], pace: Pace) -> Crowd:
    """Let them all play and look on for a while."""
    crowd = Crowd(port, pace, time.monotonic() + pace.arrives)
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(_keep_score(crowd, table))
            for cookie in table.cookies:
                group.create_task(_look_on(crowd, table, cookie))
    return crowd


async def _look_on(crowd: Crowd, table: Table, cookie: str) -> None:
    connection, seen = Connection(crowd.port), ""
    await crowd.arrive()
    while crowd.goes_on:
        said = {"Cookie": cookie, **({"If-None-Match": seen} if seen else {})}
        before = time.monotonic()
        status, etag = await connection.ask("GET", f"{table.pages}/live", said)
        crowd.heard(crowd.polls, status, before)
        seen = etag or seen
        await crowd.pause(crowd.pace.poll_every)
    connection.close()


async def _keep_score(crowd: Crowd, table: Table) -> None:
    connection = Connection(crowd.port)
    await crowd.arrive()
    while crowd.goes_on:
        for each in saves_of_a_game():
            if not crowd.goes_on:
                break
            await _save(crowd, connection, table, each)
            await crowd.pause(crowd.pace.save_every)
        else:
            await _begin_another(crowd, connection, table)
    connection.close()


def saves_of_a_game() -> Iterator[Save]:
    """What a phone sends from the first bid to the last trick."""
    for number in range(1, ROUNDS + 1):
        bids: list[int | None] = [None] * SEATS
        said: dict[str, Any] = {"trump": "blue", "bids": bids, "tricks": None}
        path, revision = f"/rounds/{number}", 1
        yield path, said, None
        for seat in range(SEATS):
            bids[seat] = 1
            yield path, said, revision
            revision += 1
        yield path, {**said, "winners": [0] * (number - 1)}, revision
        taken = [number, *[0] * (SEATS - 1)]
        yield path, {**said, "tricks": taken}, revision + 1


def begin(table: Table) -> Save:
    """What begins a game at a table."""
    return "", {"players": table.people}, None


async def sent(connection: Connection, table: Table, each: Save, key: str) -> int:
    """Save once; the status of the answer."""
    path, body, seen = each
    condition = {"If-None-Match": "*"} if seen is None else {"If-Match": f'"{seen}"'}
    headers = {
        **WRITING,
        **condition,
        "Cookie": table.cookies[0],
        "Idempotency-Key": f'"{key}"',
    }
    text = json.dumps(body)
    status, _ = await connection.ask("PUT", table.path + path, headers, text)
    return status


async def _save(crowd: Crowd, connection: Connection, table: Table, each: Save) -> None:
    key = secrets.token_hex(16)
    for _ in range(TRIES):
        before = time.monotonic()
        status = await sent(connection, table, each, key)
        crowd.heard(crowd.saves, status, before)
        if status != BUSY:
            return
        await asyncio.sleep(1)


async def _begin_another(crowd: Crowd, connection: Connection, table: Table) -> None:
    """End the game that has all its rounds, look at what came of it, begin the next."""
    cookie = {"Cookie": table.cookies[0]}
    _, etag = await connection.ask("GET", table.path, cookie)
    over = {"players": table.people, "finished": True}
    await _save(crowd, connection, table, ("", over, etag.strip('"')))
    pages = (f"{table.pages}/sheet.pdf", f"/g/{table.group}/seasons/1")
    for page in pages:
        status, _ = await connection.ask("GET", page, cookie)
        crowd.pages[status] += 1
    coming = replace(table, game=str(uuid4()))
    await _save(crowd, connection, coming, begin(table))
    table.game = coming.game

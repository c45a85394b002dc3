"""Eight phones poll and save without pause, beside fifty followers or slow clients.

    python -m bench.load FILE

The floor is bare Flask on the same server. A save commits as many rows as one of ours:
a round, a seat, the game, history, the answer and three counts. It checks nothing.
"""

import itertools
import json
import secrets
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from bench.clock import Caller, Figure, durations_of, figure_of, p99
from scorepad.cli import server
from scorepad.cli.serve import begin_logging
from scorepad.db.engine import JOURNAL, SYNCHRONOUS
from scorepad.settings import read_settings
from tests.faults.lives import lives
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict
from tests.support.phone import Phone
from tests.support.serving import Browser

SEATS, ROUNDS = 6, 10
WELL = {200, 201, 304}
TURNS, TURN_S = 6, 1.5

COUNTED = ("entry", "game", "pace", "pace", "pace")
TABLES = """
CREATE TABLE entry (id INTEGER PRIMARY KEY, times INTEGER);
CREATE TABLE game (id INTEGER PRIMARY KEY, times INTEGER);
CREATE TABLE pace (id INTEGER PRIMARY KEY, times INTEGER);
CREATE TABLE round_ (id INTEGER PRIMARY KEY, revision INTEGER, body TEXT);
CREATE TABLE history (round_id INTEGER, revision INTEGER, body TEXT);
CREATE TABLE answer (key TEXT PRIMARY KEY, body TEXT)
"""
UPSERT = "INSERT INTO {} VALUES (:id, 1) ON CONFLICT DO UPDATE SET times = times + 1"
ROWS = (
    *map(UPSERT.format, COUNTED),
    "INSERT INTO history VALUES (:id, :revision, :body)",
    "INSERT INTO answer VALUES (:key, :body)",
)
ROUND = (
    "INSERT INTO round_ VALUES (:id, 1, :body) ON CONFLICT DO UPDATE"
    " SET body = excluded.body, revision = revision + 1 RETURNING revision"
)
ETAG = '"1"'

WRITERS, FOLLOWERS = 8, 50
GAMES = 20
LEAST, LONGEST_S = 0.4, 0.1
MINUTE_S, WARM_UP_S = 60.0, 10.0
MOST_MORE_MB = 10
BODIES, HEADS, TIMES = 300, 1500, 200
"""Slow bodies and heads, which never end, and requests beside them."""

Asker = Iterator[None]  # sends one request at each step


def figures(folder: Path) -> Iterator[Figure]:
    with (
        plain_server(folder / "plain") as plain,
        lives(folder, program="scorepad.cli") as living,
    ):
        ours = living.server
        tables = [Table(ours.port) for _ in range(WRITERS)]
        floor = [plain_polls(plain) for _ in tables]
        took = in_turns(
            floor, [each.follows(each.phone.game_path(each.game)) for each in tables]
        )
        yield from compared("one of many polls", took)
        saving = [table.plays() for table in tables]
        took = in_turns([plain_saves(plain, n) for n in range(WRITERS)], saving)
        yield from compared("one of many saves", took)
        looking = [
            each.follows(f"/g/{each.phone.group}/games/{each.game}/live", every=2.0)
            for each in itertools.islice(itertools.cycle(tables), FOLLOWERS)
        ]
        asked([*saving, *looking], WARM_UP_S)
        before = megabytes_of(ours.process.pid)
        asked([*saving, *looking], MINUTE_S)  # any error ends it
        more = (megabytes_of(ours.process.pid) - before) / 1000
        yield figure_of("MB more in a minute", more, MOST_MORE_MB / 1000)
    yield from beside_slow_clients(folder / "slow")


def beside_slow_clients(folder: Path) -> Iterator[Figure]:
    server.raise_file_limit()
    with lives(folder, program="scorepad.cli") as living:
        evening = Evening(living.server)
        writer = Writer(evening, 1)
        with unfinished_requests(living.server.port, heads=HEADS, bodies=BODIES):
            look, save = map(p99, durations_of(evening.get, writer.save, times=TIMES))
        assert not verdict([writer]), verdict([writer])
    yield figure_of("poll, slow sockets, p99", look, LONGEST_S)
    yield figure_of("save, slow sockets, p99", save, LONGEST_S)


def megabytes_of(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def plain_server(file: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "bench.load", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as plain:
        yield int(plain.stdout.readline())
        plain.terminate()


def in_turns(floor: Sequence[Asker], ours: Sequence[Asker]) -> tuple[list[float], ...]:
    took: tuple[list[float], ...] = [], []
    for turn in range(-1, TURNS):
        for phones, heard in zip((floor, ours), took, strict=True):
            found = asked(phones, TURN_S)
            heard.extend(found if turn >= 0 else [])
    return took


def asked(phones: Sequence[Asker], lasts: float) -> list[float]:
    until = time.monotonic() + lasts

    def ask(phone: Asker) -> list[float]:
        took = []
        while (began := time.monotonic()) < until:
            next(phone)
            took.append(time.monotonic() - began)
        return took

    with ThreadPoolExecutor(len(phones)) as threads:
        return list(itertools.chain.from_iterable(threads.map(ask, phones)))


def compared(what: str, took: tuple[list[float], ...]) -> Iterator[Figure]:
    floor, ours = (TURNS * TURN_S / len(each) for each in took)
    yield Figure(what, ours, "bare Flask, the same", floor, 1 / LEAST)
    yield figure_of("the same, p99", p99(took[1]), LONGEST_S)


class Table:
    """A phone that keeps the score of games of six in a group of its own."""

    def __init__(self, port: int) -> None:
        self.port, self.phone = port, Phone(Browser(port))
        # Saves of rounds are compared, so their games are there before.
        self.games = [self.begin() for _ in range(GAMES)]
        self.game = self.games[-1]

    def begin(self) -> str:
        return self.phone.start_game(*(f"P{n}" for n in range(SEATS)))

    def plays(self) -> Asker:
        while True:
            self.game = self.games.pop() if self.games else self.begin()
            path = self.phone.game_path(self.game)
            for part, body, seen in saves_of_a_game():
                answer = self.phone.put(path + part, body, seen=seen)
                assert answer.status_code in WELL, answer.text
                yield

    def follows(self, path: str, every: float = 0.0) -> Asker:
        call, cookie, seen = Caller(self.port), self.phone.client.cookie, ""
        while True:
            answer = call("GET", path, Cookie=cookie, If_None_Match=seen)
            assert answer.status in WELL, answer.status
            seen = answer.headers["ETag"]
            yield
            time.sleep(every)


def plain_saves(port: int, number: int) -> Asker:
    call = Caller(port)
    for _, body, _ in itertools.cycle(saves_of_a_game()):
        text, key = json.dumps(body), secrets.token_hex(16)
        assert call("PUT", f"/{number}", text, Idempotency_Key=key).status == 200
        yield


def plain_polls(port: int) -> Asker:
    call = Caller(port)
    while True:
        assert call("GET", "/", If_None_Match=ETAG).status == 304
        yield


def saves_of_a_game() -> Iterator[tuple[str, dict[str, Any], int | None]]:
    """Yield what a phone sends from the first bid to the last trick."""
    for number in range(1, ROUNDS + 1):
        bids: list[int | None] = [None] * SEATS
        trump = "none" if number == ROUNDS else "blue"  # then all cards are dealt
        said: dict[str, Any] = {"trump": trump, "bids": bids, "tricks": None}
        path = f"/rounds/{number}"
        yield path, said, None
        for seat in range(SEATS):
            bids[seat] = 1
            yield path, said, seat + 1
        yield path, {**said, "winners": [0] * (number - 1)}, SEATS + 1
        yield path, {**said, "tricks": [number, *[0] * (SEATS - 1)]}, SEATS + 2


def plain_app(file: str) -> Flask:
    app, own, lock = Flask("plain"), threading.local(), threading.Lock()

    def connection() -> Any:
        if not hasattr(own, "connection"):
            own.connection = sqlite3.connect(file, isolation_level=None)
            own.connection.execute(f"PRAGMA journal_mode={JOURNAL}")
            own.connection.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
        return own.connection

    @app.put("/<int:number>")
    def save(number: int) -> Response:
        body = json.dumps(json.loads(request.get_data()))
        key, to = request.headers["Idempotency-Key"], connection()
        row: dict[str, Any] = {"id": number, "key": key, "body": body}
        with lock:
            to.execute("BEGIN IMMEDIATE")
            (row["revision"],) = to.execute(ROUND, row).fetchone()
            for statement in ROWS:
                to.execute(statement, row)
            to.execute("COMMIT")
        headers = {"ETag": f'"{row["revision"]}"'}
        return Response(body, mimetype="application/json", headers=headers)

    @app.get("/")
    def poll() -> Response:
        status = 304 if request.if_none_match else 200
        return Response(status=status, headers={"ETag": ETAG})

    connection().executescript(TABLES)
    return app


def serve_plain(file: str) -> None:
    begin_logging()
    url = f"sqlite:///{file}"
    settings = read_settings(host="127.0.0.1", port="0", database_url=url)
    app, stopping = plain_app(file), server.stop_signal()
    running = server.create_server(app, settings)
    print(running.effective_port, flush=True)
    server.serve_until(running, stopping)


if __name__ == "__main__":
    serve_plain(*sys.argv[1:])

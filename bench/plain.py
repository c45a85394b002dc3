"""The floor of saves and polls: bare Flask on the server that we use.

    python -m bench.plain FILE

A save commits the rows of one of ours, by hand: a round, the seat that changed, the
game's revision, history, the answer, and three counts. It reads and checks nothing.
"""

import json
import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, Response, request

from scorepad.commands.logs import begin_logging
from scorepad.commands.server import create_server, finish, port_of, start, stop_signal
from scorepad.settings import Settings
from scorepad.store.connections import JOURNAL, synchronous_for

TABLES = """
CREATE TABLE round_ (id INTEGER PRIMARY KEY, revision INTEGER, body TEXT);
CREATE TABLE entry (id INTEGER PRIMARY KEY, bid INTEGER);
CREATE TABLE game (id INTEGER PRIMARY KEY, revision INTEGER);
CREATE TABLE pace (who INTEGER PRIMARY KEY, times INTEGER);
CREATE TABLE history (round_id INTEGER, revision INTEGER, body TEXT);
CREATE TABLE answer (key TEXT PRIMARY KEY, body TEXT)
"""
COUNTS = (
    "INSERT INTO entry VALUES (?, 1) ON CONFLICT DO UPDATE SET bid = bid + 1",
    "INSERT INTO game VALUES (?, 1) ON CONFLICT DO UPDATE SET revision = revision + 1",
    *3 * ["INSERT INTO pace VALUES (?, 1) ON CONFLICT DO UPDATE SET times = times + 1"],
)
ROUND = (
    "INSERT INTO round_ VALUES (?, 1, ?) ON CONFLICT DO UPDATE"
    " SET body = excluded.body, revision = revision + 1 RETURNING revision"
)
ETAG = '"1"'


def plain_app(file: str) -> Flask:
    app, own, lock = Flask("plain"), threading.local(), threading.Lock()

    def connection() -> sqlite3.Connection:
        if not hasattr(own, "connection"):
            own.connection = sqlite3.connect(file, isolation_level=None)
            own.connection.execute(f"PRAGMA journal_mode={JOURNAL}")
            own.connection.execute(f"PRAGMA synchronous={synchronous_for(JOURNAL)}")
        found: sqlite3.Connection = own.connection
        return found

    @app.put("/<int:number>")
    def save(number: int) -> Response:
        body = json.dumps(json.loads(request.get_data()))
        to = connection()
        with lock:
            to.execute("BEGIN IMMEDIATE")
            (revision,) = to.execute(ROUND, (number, body)).fetchone()
            for statement in COUNTS:
                to.execute(statement, (number,))
            to.execute("INSERT INTO history VALUES (?, ?, ?)", (number, revision, body))
            key = request.headers["Idempotency-Key"]
            to.execute("INSERT INTO answer VALUES (?, ?)", (key, body))
            to.execute("COMMIT")
        answer = Response(body, mimetype="application/json")
        answer.set_etag(str(revision))
        return answer

    @app.get("/")
    def poll() -> Response:
        status = 304 if request.if_none_match else 200
        return Response(status=status, headers={"ETag": ETAG})

    connection().executescript(TABLES)
    return app


def main(file: str) -> None:
    """Tell the port, and serve until SIGTERM."""
    begin_logging()
    settings = Settings(
        instance=Path(), database_url=f"sqlite:///{file}", host="127.0.0.1", port=0
    )
    server = create_server(plain_app(file), settings)
    print(port_of(server), flush=True)
    stopping = stop_signal()
    start(server, stopping)
    finish(server, stopping)


if __name__ == "__main__":
    main(*sys.argv[1:])

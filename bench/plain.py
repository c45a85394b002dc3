"""The floor of saves and polls: a bare Flask application on the server that we use.

    python -m bench.plain URL PORT

A save commits the rows that one of ours commits, written by hand in one transaction
that waits for the disk as ours do: the round, the seat that changed, the revision of
the game, a row of history, the answer to the key, and the count of who saves how often.
It reads nothing and judges nothing. A poll is answered with 304 without asking anybody.
"""

import json
import sqlite3
import sys
import threading
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import psycopg
from flask import Flask, Response, request

from scorepad.commands.logs import begin_logging
from scorepad.commands.server import create_server, serve, stop_signal
from scorepad.settings import Settings
from scorepad.store.connections import JOURNAL, synchronous_for

TABLES = """
CREATE TABLE round_ (revision INTEGER, body TEXT, id INTEGER PRIMARY KEY);
CREATE TABLE entry (round_id INTEGER PRIMARY KEY, bid INTEGER);
CREATE TABLE game (id INTEGER PRIMARY KEY, revision INTEGER);
CREATE TABLE pace (who INTEGER PRIMARY KEY, times INTEGER);
CREATE TABLE history (round_id INTEGER, revision INTEGER, body TEXT);
CREATE TABLE answer (key TEXT PRIMARY KEY, body TEXT)
"""
FOUND = (
    "INSERT INTO round_ VALUES (0, '', ?)",
    "INSERT INTO entry VALUES (?, 0)",
    "INSERT INTO game VALUES (?, 0)",
    "INSERT INTO pace VALUES (?, 0)",
)
ROUND = "UPDATE round_ SET body = ?, revision = revision + 1 WHERE id = ? RETURNING *"
COUNT = (
    "UPDATE entry SET bid = bid + 1 WHERE round_id = ?",
    "UPDATE game SET revision = revision + 1 WHERE id = ?",
    "UPDATE pace SET times = times + 1 WHERE who = ?",
)
HISTORY = "INSERT INTO history VALUES (?, ?, ?)"
ANSWER = "INSERT INTO answer VALUES (?, ?)"
ETAG = '"1"'


class Book:
    """Rounds in a database, a connection for each thread."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.own = threading.local()
        self.is_embedded = url.startswith("sqlite")
        self.lock = threading.Lock() if self.is_embedded else nullcontext()

    def connect(self) -> Any:
        if not self.is_embedded:
            connection = psycopg.connect(self.url)
            connection.execute("SET synchronous_commit = on")
            connection.commit()
            return connection
        path = self.url.removeprefix("sqlite:///")
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(f"PRAGMA journal_mode={JOURNAL}")
        connection.execute(f"PRAGMA synchronous={synchronous_for(JOURNAL)}")
        return connection

    def found(self, rounds: int) -> None:
        with closing(self.connect()) as connection:
            for table in TABLES.split(";"):
                connection.execute(table)
            for number in range(rounds):
                for statement in FOUND:
                    connection.execute(self.said(statement), (number,))
            connection.commit()

    def said(self, statement: str) -> str:
        """The same in the words of the database."""
        return statement if self.is_embedded else statement.replace("?", "%s")

    def save(self, number: int, key: str, body: str) -> int:
        if not hasattr(self.own, "connection"):
            self.own.connection = self.connect()
        connection = self.own.connection
        with self.lock:
            if self.is_embedded:
                connection.execute("BEGIN IMMEDIATE")
            found = connection.execute(self.said(ROUND), (body, number)).fetchone()
            for statement in COUNT:
                connection.execute(self.said(statement), (number,))
            connection.execute(self.said(HISTORY), (number, found[0], body))
            connection.execute(self.said(ANSWER), (key, body))
            connection.commit()
        return int(found[0])


def plain_app(url: str) -> Flask:
    app, book = Flask("plain"), Book(url)

    @app.put("/<int:number>")
    def save(number: int) -> Response:
        body = json.dumps(json.loads(request.get_data()))
        revision = book.save(number, request.headers["Idempotency-Key"], body)
        answer = Response(body, mimetype="application/json")
        answer.set_etag(str(revision))
        return answer

    @app.get("/")
    def poll() -> Response:
        answer = Response(status=304 if request.if_none_match else 200)
        answer.headers["ETag"] = ETAG
        return answer

    return app


def main(url: str, port: str) -> None:
    """Serve until SIGTERM."""
    begin_logging()
    settings = Settings(
        instance=Path(), database_url=url, host="127.0.0.1", port=int(port)
    )
    serve(create_server(plain_app(url), settings), stop_signal())


if __name__ == "__main__":
    main(*sys.argv[1:])

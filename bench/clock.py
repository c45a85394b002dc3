"""Measure a subject and its floor in the same way."""

import http.client
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from scorepad.app import create_app
from scorepad.db import schema
from scorepad.db.engine import db
from scorepad.settings import Settings
from tests.support.loopback import listening


class Figure(NamedTuple):
    """A median and its floor in seconds, and the limit of their ratio."""

    what: str
    seconds: float
    floor_of: str
    floor: float
    most: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.floor


def figure_of(what: str, found: float, most: float) -> Figure:
    return Figure(what, found, "at most", most, 1.0)


def p99(durations: Sequence[float]) -> float:
    return sorted(durations)[int(len(durations) * 0.99)]


def medians(*actions: Callable[[], object], times: int) -> list[float]:
    return [statistics.median(each) for each in durations_of(*actions, times=times)]


def durations_of(*actions: Callable[[], object], times: int) -> list[list[float]]:
    durations: list[list[float]] = [[] for _ in actions]
    for _ in range(times + 1):
        for action, taken in zip(actions, durations, strict=True):
            began = time.perf_counter()
            action()
            taken.append(time.perf_counter() - began)
    return [taken[1:] for taken in durations]


class Caller:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def __call__(
        self, method: str, path: str, body: str | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, sent)
        answer = self.connection.getresponse()
        answer.read()
        return answer


@contextmanager
def served_app(folder: Path, url: str = "") -> Iterator[tuple[Flask, Caller]]:
    """Serve Scorepad by waitress on loopback, with an empty database if it has none."""
    url = url or f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    with listening(app, threads=8) as port:
        call = Caller(port)
        yield app, call
        call.connection.close()
    app.extensions["renderer"].close()
    with app.app_context():
        db.engine.dispose()

"""Measure the same way what is looked at and its floor."""

import http.client
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store import schema
from tests.loopback import listening


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a median and its floor in seconds, and the most."""

    what: str
    seconds: float
    floor_of: str
    floor: float
    most: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.floor

    @property
    def holds(self) -> bool:
        return self.ratio <= self.most


def figure_of(what: str, found: float, most: float) -> Figure:
    """A figure that must not exceed *most*, whatever the machine."""
    return Figure(what, found, "at most", most, 1.0)


def p99(durations: Sequence[float]) -> float:
    return sorted(durations)[int(len(durations) * 0.99)]


def medians(*actions: Callable[[], object], times: int) -> list[float]:
    """The median duration of each of the *actions*, as :func:`durations_of` has it."""
    return [statistics.median(each) for each in durations_of(*actions, times=times)]


def durations_of(*actions: Callable[[], object], times: int) -> list[list[float]]:
    """How long each of the *actions* takes so often, after one run to warm up.

    They take turns, so that a machine that is busy for a while is busy for all.
    """
    durations: list[list[float]] = [[] for _ in actions]
    for _ in range(times + 1):
        for action, taken in zip(actions, durations, strict=True):
            began = time.perf_counter()
            action()
            taken.append(time.perf_counter() - began)
    return [taken[1:] for taken in durations]


class Caller:
    """A browser's connection that stays open."""

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


def poller(call: Caller, path: str, headers: dict[str, str]) -> Callable[[], None]:
    """Ask again and again for what is not new."""
    etag = call("GET", path, **headers).headers["ETag"]

    def poll() -> None:
        assert call("GET", path, If_None_Match=etag, **headers).status == 304

    return poll


@contextmanager
def served(app: Any) -> Iterator[Caller]:
    """*app* behind waitress on loopback."""
    with listening(app, threads=8) as port:
        call = Caller(port)
        yield call
        call.connection.close()


@contextmanager
def served_app(folder: Path) -> Iterator[tuple[Flask, Caller]]:
    """Scorepad with an empty database in *folder*."""
    url = f"sqlite:///{folder / 'bench.sqlite3'}"
    schema.upgrade(url)
    app = create_app(Settings(instance=folder, database_url=url))
    with served(app) as call:
        yield app, call
    app.extensions["renderer"].close()

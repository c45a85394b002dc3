"""L03: 200 tables of six at once: 600 polls and 11 saves a second.

Half a minute of it, over each kind of database; ``bench.long`` lets them play for ten
minutes. The crowd is a process of its own on the same machine: it takes a fifth of a
core.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure
from bench.crowd import Crowd, Pace, play, set_tables, slowest
from tests import postgresql
from tests.faults.lives import lives

TABLES = 200
LASTS = 30.0
ARRIVES = 20.0
LONGEST_POLL = 0.100
LONGEST_SAVE = 0.250


def figures(folder: Path, *, lasts: float = LASTS) -> Iterator[Figure]:
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    yield from of_tables("", folder, url, lasts)
    with postgresql.server(fsync="on") as server:
        postgresql.run(server, "CREATE DATABASE tables")
        url = postgresql.url(server, "tables")
        yield from of_tables(", PostgreSQL", folder, url, lasts)


def of_tables(name: str, folder: Path, url: str, lasts: float) -> Iterator[Figure]:
    tables = set_tables(folder, url, TABLES)
    with lives(folder, database_url=url) as living:
        pace = Pace(lasts, arrives=ARRIVES)
        crowd = asyncio.run(play(living.server.port, tables, pace))
    tell(crowd)
    assert crowd.errors == 0, crowd.statuses
    yield within(f"{TABLES} tables, a poll{name}", crowd.polls, LONGEST_POLL)
    yield within(f"{TABLES} tables, a save{name}", crowd.saves, LONGEST_SAVE)


def tell(crowd: Crowd) -> None:
    """Say what a crowd did."""
    lasts = crowd.pace.lasts
    saves, polls = len(crowd.saves), len(crowd.polls)
    print(
        f"{lasts:.0f} seconds: {saves} saves ({saves / lasts:.0f} a second),"
        f" {polls} polls ({polls / lasts:.0f} a second), {crowd.errors} errors;"
        f" sheets and seasons after games: {dict(crowd.pages)}",
        flush=True,
    )


def within(what: str, durations: list[float], longest: float) -> Figure:
    """What 99 of 100 stay below, against what is allowed."""
    allowed = f"at most {longest * 1000:.0f} ms, p99"
    return Figure(what, slowest(durations), allowed, longest, 1.0)

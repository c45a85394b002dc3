"""What takes long: ten minutes of saves, ten of 200 tables, an hour of play.

./scripts/bench long
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench import soaking, tables
from bench.clock import Figure
from bench.crowd import set_tables
from bench.throughput import PHONES, TABLES_EACH, all_of, players_at
from tests.faults.lives import lives

TEN_MINUTES = 600.0
SAVES_A_SECOND = 150


def figures(folder: Path) -> Iterator[Figure]:
    parts = {
        "saves": of_saves,
        "tables": partial(tables.figures, lasts=TEN_MINUTES),
        "hour": soaking.figures,
    }
    for name, part in parts.items():
        (own := folder / name).mkdir()
        yield from part(own)


def of_saves(folder: Path, *, lasts: float = TEN_MINUTES) -> Iterator[Figure]:
    """L01: eight phones save without pause."""
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    at_tables = set_tables(folder, url, PHONES * TABLES_EACH)
    with lives(folder) as living:
        players = players_at(living.server.port, at_tables)
        took = asyncio.run(all_of(players, lasts))
    print(f"{len(took)} saves in {lasts:.0f} seconds, 0 errors", flush=True)
    each, enough = lasts / len(took), 1 / SAVES_A_SECOND
    yield Figure("one of many saves", each, f"{SAVES_A_SECOND} a second", enough, 1.0)
    yield tables.within("the same", took, tables.LONGEST_SAVE)

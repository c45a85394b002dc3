"""A backup of ten thousand games is made, and put back where nothing is (row F06)."""

import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from bench.clock import Figure
from bench.seasons import MANY, demo
from scorepad.cli import main
from tests import postgresql

LONGEST = 60.0  # seconds


def figures(folder: Path) -> Iterator[Figure]:
    there, back = (f"sqlite:///{folder / name}.sqlite3" for name in ("there", "back"))
    yield from of_kind("", folder / "embedded", there, back)
    with postgresql.server(fsync="on") as server:
        for name in ("there", "back"):
            postgresql.run(server, f"CREATE DATABASE {name}")
        urls = (postgresql.url(server, name) for name in ("there", "back"))
        yield from of_kind(", PostgreSQL", folder / "server", *urls)


def of_kind(name: str, folder: Path, there: str, back: str) -> Iterator[Figure]:
    demo(folder, there, MANY)
    yield lasting(f"back up{name}", "backup", folder, there)
    (backup,) = (folder / "backups").iterdir()
    yield lasting(f"restore{name}", "restore", folder / "new", back, str(backup))


def lasting(what: str, command: str, folder: Path, url: str, *words: str) -> Figure:
    where = ["--instance", str(folder), "--database-url", url]
    began = time.monotonic()
    with redirect_stdout(StringIO()):
        assert main([command, *words, *where]) == 0
    took = time.monotonic() - began
    allowed = f"at most {LONGEST:.0f} s, {MANY:,} games"
    return Figure(what, took, allowed, LONGEST, 1.0)

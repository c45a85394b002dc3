"""A server that dies and comes back on the same port."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.serving import Server, port_of, start


class Lives:
    """``scorepad serve`` on one instance, over and over again."""

    def __init__(self, instance: Path, **how: object) -> None:
        self.instance = instance
        self.how = how
        self.server = self._born("0")

    def _born(self, port: str) -> Server:
        process = start(self.instance, port=port, **self.how)
        return Server(process, port_of(process))

    def kill(self) -> None:
        self.server.process.kill()
        self.server.process.communicate()

    def end(self) -> int:
        """Stop it as a host does; its exit status."""
        self.server.process.terminate()
        self.server.process.communicate(timeout=30)
        return self.server.process.returncode

    def again(self) -> None:
        self.server = self._born(str(self.server.port))


@contextmanager
def lives(instance: Path, **how: object) -> Iterator[Lives]:
    living = Lives(instance, **how)
    try:
        yield living
    finally:
        if living.server.process.poll() is None:
            living.end()


def is_whole(database: Path) -> bool:
    """Whether SQLite finds nothing wrong with its file."""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
    return found == [("ok",)]

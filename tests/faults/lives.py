"""A server that is killed and restarted on the same port."""

import sqlite3
import threading
from contextlib import closing, contextmanager

from tests.support.serving import Server, port_of, start


class Lives:
    """``scorepad serve`` on one instance, repeatedly, and its output *said*."""

    def __init__(self, instance, **how):
        self.instance = instance
        self.how = how
        self.said = []
        self.server = self._born("0")

    def _born(self, port):
        process = start(self.instance, port=port, **self.how)
        self._reading = threading.Thread(target=self._read, args=(process,))
        self._reading.start()
        return Server(process, port_of(process))

    def _read(self, process):
        # A pipe that nobody reads from fills up, and the server waits.
        with process.stderr as said:
            self.said += said

    def kill(self):
        self.server.process.kill()
        self._gone()

    def end(self):
        self.server.process.terminate()
        return self._gone()

    def _gone(self):
        status = self.server.process.wait(timeout=30)
        self._reading.join()
        self.server.process.stdout.close()
        return status

    def again(self):
        self.server = self._born(str(self.server.port))


@contextmanager
def lives(instance, **how):
    living = Lives(instance, **how)
    try:
        yield living
    finally:
        if living.server.process.poll() is None:
            living.end()


def is_whole(database):
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
    return found == [("ok",)]


@contextmanager
def held(database):
    with closing(sqlite3.connect(database, isolation_level=None)) as holding:
        holding.execute("BEGIN IMMEDIATE")
        yield holding

"""A server that does not wait for the disk: mutants to be caught.

``SYNCHRONOUS`` and ``JOURNAL`` say how SQLite is told to write, ``SYNCHRONOUS_COMMIT``
how PostgreSQL is, and ``THREADS`` how many answer.
"""

import os
import sys

from scorepad import cli
from scorepad.commands import server
from scorepad.store import connections

if __name__ == "__main__":
    if journal := os.environ.get("JOURNAL"):
        connections.journal_mode_for = lambda _version: journal
    if synchronous := os.environ.get("SYNCHRONOUS"):
        connections.synchronous_for = lambda _journal: synchronous
    if commit := os.environ.get("SYNCHRONOUS_COMMIT"):
        connections.SYNCHRONOUS_COMMIT = commit
    if threads := os.environ.get("THREADS"):
        server.AT_ONCE = int(threads)
    sys.exit(cli.main())

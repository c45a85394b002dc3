"""A server that does not wait for the disk: mutants to be caught.

``SYNCHRONOUS`` and ``JOURNAL`` say how SQLite is told to write, ``CHECKPOINT_EVERY``
after how many writes its log is copied, ``SYNCHRONOUS_COMMIT`` how PostgreSQL is told
to write, ``THREADS`` how many answer, and ``MIGRATIONS`` where those of a newer
Scorepad are.
"""

import os
import sys
from pathlib import Path

from scorepad import cli
from scorepad.cli import server
from scorepad.db import connections, schema
from scorepad.db import engine as db

if __name__ == "__main__":
    if journal := os.environ.get("JOURNAL"):
        connections.JOURNAL = journal
    if synchronous := os.environ.get("SYNCHRONOUS"):
        connections.synchronous_for = lambda _journal: synchronous
    if every := os.environ.get("CHECKPOINT_EVERY"):
        db.CHECKPOINT_EVERY = int(every)
    if commit := os.environ.get("SYNCHRONOUS_COMMIT"):
        connections.SYNCHRONOUS_COMMIT = commit
    if threads := os.environ.get("THREADS"):
        server.AT_ONCE = int(threads)
    if migrations := os.environ.get("MIGRATIONS"):
        schema.MIGRATIONS = Path(migrations)
    sys.exit(cli.main())

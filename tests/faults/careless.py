"""A server that does not wait for the disk: mutants that tests must catch.

``SYNCHRONOUS`` and ``JOURNAL`` configure how SQLite writes, ``CHECKPOINT_EVERY`` after
how many writes its log is copied, ``THREADS`` how many threads respond, and
``MIGRATIONS`` where those of a newer Scorepad are. ``WAIT_MS`` is how long it waits for
locks, ``LATER_S`` when it begins what no page waits for.
"""

import os
import sys
from pathlib import Path

from scorepad import cli
from scorepad.cli import serve, server
from scorepad.db import engine, schema
from scorepad.db import engine as db

if __name__ == "__main__":
    if journal := os.environ.get("JOURNAL"):
        engine.JOURNAL = journal
    if synchronous := os.environ.get("SYNCHRONOUS"):
        engine.SYNCHRONOUS = int(synchronous)
    if every := os.environ.get("CHECKPOINT_EVERY"):
        db.CHECKPOINT_EVERY = int(every)
    if threads := os.environ.get("THREADS"):
        server.AT_ONCE = int(threads)
    if later := os.environ.get("LATER_S"):
        serve.LATER_S = float(later)
    if wait := os.environ.get("WAIT_MS"):
        db.WAIT_MS = int(wait)
    if migrations := os.environ.get("MIGRATIONS"):
        schema.MIGRATIONS = Path(migrations)
    sys.exit(cli.main())

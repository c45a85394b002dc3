"""A server that does not wait for the disk, in one of two ways: mutants to be caught.

``SYNCHRONOUS`` and ``JOURNAL`` say how SQLite is told to write.
"""

import os
import sys

from scorepad import cli
from scorepad.store import db

if __name__ == "__main__":
    if journal := os.environ.get("JOURNAL"):
        db.journal_mode_for = lambda _version: journal
    if synchronous := os.environ.get("SYNCHRONOUS"):
        db.synchronous_for = lambda _journal: synchronous
    sys.exit(cli.main())

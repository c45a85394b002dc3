"""What the disk says: whether it takes a row, and what room is left."""

import os
import shutil
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.orm import Session

from scorepad.store.upkeep.faults import Cause, cause_of, is_of_sqlite

NO_ROOM: Final = 1024 * 1024
"""Bytes; with fewer, saves begin to fail."""


def touch_a_row(session: Session) -> None:
    """Write a row as it is: no row changes, but the database does all it would."""
    session.execute(text("UPDATE alembic_version SET version_num = version_num"))


def are_on_one_disk(one: Path, other: Path) -> bool:
    """Whether two folders end together when a disk or a card does."""
    return one.stat().st_dev == other.stat().st_dev


def free_bytes(folder: Path) -> int | None:
    """The room that is left where *folder* is; ``None`` where it is not to be had."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def cause_at(folder: Path, fault: Exception) -> Cause:
    """The cause of a *fault* of a database that may lie in *folder*.

    SQLite says only that it cannot open a file where the disk has turned read-only.
    """
    cause = cause_of(fault)
    if cause is not Cause.DATABASE_AWAY or not is_of_sqlite(fault):
        return cause
    if folder.is_dir() and not os.access(folder, os.W_OK):
        return Cause.READ_ONLY
    free = free_bytes(folder)
    return Cause.DISK_FULL if free is not None and free < NO_ROOM else cause

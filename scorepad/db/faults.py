"""Faults of the database and its disk, classified by cause."""

import errno
import os
import re
import shutil
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final

from sqlalchemy import exc

# ``ERROR`` means that a table or column is missing.
_DAMAGED: Final = re.compile("SQLITE_(CORRUPT|NOTADB|ERROR$)")
_NO_TEXT: Final = "Could not decode"
# Connection lost, shutdown, starting up, read-only standby, timeouts.
_PASSING_STATES: Final = ("08", "57P", "25006", "25P03", "25P04")


class Cause(StrEnum):
    """Why nothing can be saved at the moment."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    DATABASE_LOCKED = "database_locked"
    DATABASE_AWAY = "database_away"
    OVERLOADED = "overloaded"


_SAID_BY_DATABASES: Final[tuple[tuple[str, Cause], ...]] = (
    ("SQLITE_FULL", Cause.DISK_FULL),
    ("SQLITE_BUSY", Cause.DATABASE_LOCKED),
    ("SQLITE_LOCKED", Cause.DATABASE_LOCKED),
    ("SQLITE_READONLY_DBMOVED", Cause.DATABASE_AWAY),
    ("SQLITE_READONLY", Cause.READ_ONLY),
    ("53100", Cause.DISK_FULL),
    ("53", Cause.OVERLOADED),  # out of memory, too many connections
    ("25006", Cause.READ_ONLY),
    ("55P03", Cause.DATABASE_LOCKED),
    ("40", Cause.DATABASE_LOCKED),  # deadlock, serialization failure
    ("57014", Cause.DATABASE_LOCKED),  # timeout
)
_SAID_BY_THE_SYSTEM: Final = {
    errno.ENOSPC: Cause.DISK_FULL,
    errno.EDQUOT: Cause.DISK_FULL,
    errno.EROFS: Cause.READ_ONLY,
    errno.EMFILE: Cause.OVERLOADED,
    errno.ENFILE: Cause.OVERLOADED,
}

FAULTS = (exc.DBAPIError, exc.TimeoutError)
"""Errors of the database itself rather than of a query."""


def is_passing(fault: Exception) -> bool:
    """Return whether a retry may help: busy, unavailable, starting, full."""
    if isinstance(fault, exc.DBAPIError):
        return (
            isinstance(fault, exc.OperationalError)
            or fault.connection_invalidated
            or str(getattr(fault.orig, "sqlstate", "")).startswith(_PASSING_STATES)
        )
    if isinstance(fault, OSError):
        return fault.errno in _SAID_BY_THE_SYSTEM
    return isinstance(fault, exc.TimeoutError)


def is_damage(fault: Exception) -> bool:
    """Return whether stored data is damaged, so that a retry cannot help."""
    orig = getattr(fault, "orig", fault)
    if isinstance(orig, sqlite3.Error):
        code = getattr(orig, "sqlite_errorname", None)
        return bool(_DAMAGED.match(code) if code else _NO_TEXT in str(orig))
    return getattr(orig, "sqlstate", None) in {"XX001", "XX002"}  # data, index


def reason_of(fault: Exception) -> str:
    """Return the first line of the database's own message."""
    said = str(getattr(fault, "orig", fault)).splitlines()[0]
    return "a text cannot be read" if _NO_TEXT in said else said


NO_ROOM: Final = 1024 * 1024  # free bytes below which saves begin to fail


def free_bytes(folder: Path) -> int | None:
    """Return the free bytes at *folder*, ``None`` if unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def cause_at(folder: Path, fault: Exception) -> Cause:
    """Return the cause of a *fault* of a database that may be in *folder*."""
    if isinstance(fault, exc.TimeoutError):
        return Cause.OVERLOADED
    if isinstance(fault, OSError):
        return _SAID_BY_THE_SYSTEM.get(fault.errno or 0, Cause.DATABASE_AWAY)
    orig = getattr(fault, "orig", None)
    code = getattr(orig, "sqlite_errorname", None) or getattr(orig, "sqlstate", None)
    known = (c for start, c in _SAID_BY_DATABASES if str(code).startswith(start))
    cause = next(known, Cause.DATABASE_AWAY)
    if cause is not Cause.DATABASE_AWAY or not isinstance(orig, sqlite3.Error):
        return cause
    # If the disk turned read-only or full, SQLite only says that it cannot open a file.
    if folder.is_dir() and not os.access(folder, os.W_OK):
        return Cause.READ_ONLY
    free = free_bytes(folder)
    return Cause.DISK_FULL if free is not None and free < NO_ROOM else cause

"""Faults of the database and of the disk it is on, by their cause."""

import errno
import os
import re
import shutil
import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session

_DAMAGED: Final = re.compile("SQLITE_(CORRUPT|NOTADB|ERROR$)")
"""The last one: what a statement of ours names is not there any more."""

_NO_TEXT: Final = "Could not decode"

_DAMAGED_STATES: Final = frozenset({"XX001", "XX002"})  # data, index corrupted

_PASSING_STATES: Final = ("08", "57P", "25006", "25P03", "25P04")
"""Connection lost, shut down or starting, read only as a standby is, out of time."""


class Cause(StrEnum):
    """Why nothing can be saved just now."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    DATABASE_LOCKED = "database_locked"
    DATABASE_AWAY = "database_away"
    OVERLOADED = "overloaded"


_SAID_BY_SQLITE: Final[tuple[tuple[str, Cause], ...]] = (
    ("SQLITE_FULL", Cause.DISK_FULL),
    ("SQLITE_BUSY", Cause.DATABASE_LOCKED),
    ("SQLITE_LOCKED", Cause.DATABASE_LOCKED),
    ("SQLITE_READONLY_DBMOVED", Cause.DATABASE_AWAY),
    ("SQLITE_READONLY", Cause.READ_ONLY),
)
_SAID_BY_POSTGRESQL: Final[tuple[tuple[str, Cause], ...]] = (
    ("53100", Cause.DISK_FULL),
    ("53", Cause.OVERLOADED),  # out of memory, too many connections
    ("25006", Cause.READ_ONLY),
    ("55P03", Cause.DATABASE_LOCKED),
    ("40", Cause.DATABASE_LOCKED),  # deadlock, could not be put in order
    ("57014", Cause.DATABASE_LOCKED),  # out of time
)
_SAID_BY_THE_SYSTEM: Final = {
    errno.ENOSPC: Cause.DISK_FULL,
    errno.EDQUOT: Cause.DISK_FULL,
    errno.EROFS: Cause.READ_ONLY,
    errno.EMFILE: Cause.OVERLOADED,
    errno.ENFILE: Cause.OVERLOADED,
}

FAULTS = (DBAPIError, PoolTimeoutError)
"""Every error that comes from the database and not from what was asked of it."""


def is_passing(fault: Exception) -> bool:
    """Whether trying again in a moment may help: busy, away, starting, full."""
    if isinstance(fault, DBAPIError):
        return (
            isinstance(fault, OperationalError)
            or fault.connection_invalidated
            or str(getattr(fault.orig, "sqlstate", "")).startswith(_PASSING_STATES)
        )
    if isinstance(fault, OSError):
        return fault.errno in _SAID_BY_THE_SYSTEM
    return isinstance(fault, PoolTimeoutError)


def cause_of(fault: Exception) -> Cause:
    """Tell causes apart that a host mends in different ways."""
    if isinstance(fault, PoolTimeoutError):
        return Cause.OVERLOADED
    if isinstance(fault, OSError):
        return _SAID_BY_THE_SYSTEM.get(fault.errno or 0, Cause.DATABASE_AWAY)
    if is_of_sqlite(fault):
        name, known = "sqlite_errorname", _SAID_BY_SQLITE
    else:
        name, known = "sqlstate", _SAID_BY_POSTGRESQL
    code = str(getattr(getattr(fault, "orig", None), name, ""))
    found = (cause for start, cause in known if code.startswith(start))
    return next(found, Cause.DATABASE_AWAY)


def is_of_sqlite(fault: Exception) -> bool:
    """Whether the embedded database says so."""
    return isinstance(getattr(fault, "orig", None), sqlite3.Error)


def has_hung_up(fault: Exception) -> bool:
    """Whether the connection was lost on the way; another one may do."""
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def is_damage(fault: Exception) -> bool:
    """Whether what is stored cannot be read: trying again will not help."""
    orig = getattr(fault, "orig", None)
    if isinstance(orig, sqlite3.Error):
        code = getattr(orig, "sqlite_errorname", None)
        return bool(_DAMAGED.match(code) if code else _NO_TEXT in str(orig))
    return getattr(orig, "sqlstate", None) in _DAMAGED_STATES


def reason_of(fault: Exception) -> str:
    """What the database itself said, in its one first line."""
    said = str(getattr(fault, "orig", fault)).splitlines()[0]
    return "a text cannot be read" if _NO_TEXT in said else said


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

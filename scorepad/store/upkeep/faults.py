"""What can be wrong with the database itself, named for the floors above."""

import errno
import re
import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

_DAMAGED: Final = re.compile("SQLITE_(CORRUPT|NOTADB|ERROR$)")
"""The last one: what a statement of ours names is not there any more."""

_NO_TEXT: Final = "Could not decode"
"""How Python begins, and goes on with what is there."""

_DAMAGED_STATES: Final = frozenset({"XX001", "XX002"})  # data, index corrupted

_PASSING_STATES: Final = ("08", "57P", "25006", "25P03", "25P04")
"""Connection lost, shut down or starting, read only as a standby is, out of time."""

_NO_HANDLES: Final = frozenset({errno.EMFILE, errno.ENFILE})
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})

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
        return is_out_of_handles(fault) or fault.errno in _NO_ROOM
    return isinstance(fault, PoolTimeoutError)


def is_out_of_handles(fault: Exception) -> bool:
    """Whether this process, or the machine, may open no file more for now."""
    return isinstance(fault, OSError) and fault.errno in _NO_HANDLES


def has_hung_up(fault: Exception) -> bool:
    """Whether the connection was lost on the way; another one may do."""
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def is_damage(fault: Exception) -> bool:
    """Whether what is stored cannot be read: trying again will not help.

    SQLite says so by a code, or by none where a text is no UTF-8 any more.
    """
    orig = getattr(fault, "orig", None)
    if isinstance(orig, sqlite3.Error):
        code = getattr(orig, "sqlite_errorname", None)
        return bool(_DAMAGED.match(code) if code else _NO_TEXT in str(orig))
    return getattr(orig, "sqlstate", None) in _DAMAGED_STATES


def reason_of(fault: Exception) -> str:
    """What the database itself said, in its one first line."""
    said = str(getattr(fault, "orig", fault)).splitlines()[0]
    return "a text cannot be read" if _NO_TEXT in said else said

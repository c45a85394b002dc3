"""N: reasons why a save fails are distinguished by what the host has to do."""

import errno
import sqlite3

import pytest
from psycopg import errors
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorepad.db.faults import Cause, cause_at


def said_by_sqlite(name):
    orig = sqlite3.OperationalError("so")
    orig.sqlite_errorname = name
    return OperationalError("SELECT", {}, orig)


def said_by_postgresql(error):
    return OperationalError("SELECT", {}, error())


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (said_by_sqlite("SQLITE_FULL"), Cause.DISK_FULL),
        (said_by_sqlite("SQLITE_BUSY_SNAPSHOT"), Cause.DATABASE_LOCKED),
        (said_by_sqlite("SQLITE_READONLY_ROLLBACK"), Cause.READ_ONLY),
        (said_by_sqlite("SQLITE_READONLY_DBMOVED"), Cause.DATABASE_AWAY),
        (said_by_sqlite("SQLITE_CANTOPEN"), Cause.DATABASE_AWAY),
        (said_by_postgresql(errors.DiskFull), Cause.DISK_FULL),
        (said_by_postgresql(errors.TooManyConnections), Cause.OVERLOADED),
        (said_by_postgresql(errors.LockNotAvailable), Cause.DATABASE_LOCKED),
        (said_by_postgresql(errors.DeadlockDetected), Cause.DATABASE_LOCKED),
        (said_by_postgresql(errors.ReadOnlySqlTransaction), Cause.READ_ONLY),
        (said_by_postgresql(errors.AdminShutdown), Cause.DATABASE_AWAY),
        (PoolTimeoutError(), Cause.OVERLOADED),
        (OSError(errno.ENOSPC, "so"), Cause.DISK_FULL),
        (OSError(errno.EROFS, "so"), Cause.READ_ONLY),
        (OSError(errno.EMFILE, "so"), Cause.OVERLOADED),
    ],
    ids=str,
)
def test_each_fault_has_its_cause(tmp_path, fault, cause):
    assert cause_at(tmp_path, fault) is cause


def test_a_file_that_cannot_be_opened_is_blamed_on_a_full_disk(tmp_path, monkeypatch):
    fault = said_by_sqlite("SQLITE_CANTOPEN")
    assert cause_at(tmp_path, fault) is Cause.DATABASE_AWAY

    monkeypatch.setattr("scorepad.db.faults.free_bytes", lambda _folder: 0)

    assert cause_at(tmp_path, fault) is Cause.DISK_FULL
    assert cause_at(tmp_path, OSError()) is Cause.DATABASE_AWAY

"""How connections to SQLite and to PostgreSQL are set, and how transactions begin.

SQLite: reads begin with ``BEGIN``, writes with ``BEGIN IMMEDIATE``. Whatever is said to
be saved is on the disk, in a database of either kind.

SQLite writes to a log (WAL), so that reads never wait for writes. Before 3.51.3 it can
corrupt the file when a checkpoint meets a commit on another connection. So nothing is
copied from the log by itself: a server does it under the lock of its writes (see
:func:`scorepad.db.engine.write_transaction`), and SQLite when the last connection ends.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    NullPool,
    create_engine,
    event,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

WRITES: Final = "scorepad_writes"
ONE_READ: Final = "scorepad_one_read"
"""An option for a single statement, which reads one state without ``BEGIN``."""

SYNCHRONOUS_COMMIT: Final = "on"
"""What was said to be saved is on PostgreSQL's disk, whatever the server's default."""

AT_ONCE: Final = 8
"""How many a process serves at once, each through a connection of its own.

So many are kept open: any more would be opened and closed again for each request.
"""

_FILE: Final = "scorepad_file"
_INODE: Final = "scorepad_inode"

JOURNAL: Final = "WAL"

CHECKPOINT_WAIT_MS: Final = 100

WAIT_MS: Final = 5000
"""How long others are waited for."""

NOT_FOR_EVER: Final = {
    "connect_timeout": 5,  # seconds, as all but the last
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
"""A server that is silent, or whose cable was pulled, is taken for one that is away."""


def driver_url(url: str) -> str:
    """Name the driver: ``postgresql://`` means psycopg 3."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


def engine_options(url: str) -> dict[str, Any]:
    """Settings for *url*: a server may go away between two requests.

    An error does not tell the values of its statement: logs hold no names and no bids.
    """
    settings: dict[str, Any] = {"hide_parameters": True, "pool_size": AT_ONCE}
    if url.startswith("postgresql"):
        settings |= {"connect_args": NOT_FOR_EVER, "pool_pre_ping": True}
    return settings


def insert_of(dialect: str) -> Any:
    """Return the ``insert`` of a dialect, which knows ``ON CONFLICT``.

    PostgreSQL's is loaded only where it is used.
    """
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - loads slowly

        return postgresql.insert
    return sqlite.insert


@contextmanager
def engine_for(url: str, *, prepared: bool = True) -> Iterator[Engine]:
    """Yield an engine for the database at *url*; it is closed in the end.

    Unless *prepared*, a database is not told our settings, and so is not written to.
    """
    engine = create_engine(driver_url(url), **engine_options(url))
    if prepared:
        prepare_engine(engine)
    try:
        yield engine
    finally:
        engine.dispose()


def lasting_connection(url: str) -> Connection:
    """Open a connection beside all others, for a lock that lasts as long as it does."""
    return create_engine(
        driver_url(url),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args=NOT_FOR_EVER,
    ).connect()


def synchronous_for(journal: str) -> str:
    """How SQLite has to write so that a power cut takes back no commit.

    Some file systems do not take a log. A commit of the rollback journal is its
    removal, and only ``EXTRA`` waits until the folder has forgotten it.
    """
    return "FULL" if journal == "WAL" else "EXTRA"


def prepare_engine(engine: Engine) -> None:
    """Give every new connection of *engine* our settings and our ``BEGIN``."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _settle_postgresql)


def checkpoint(engine: Engine, *, truncate: bool = False) -> None:
    """Copy SQLite's log into its database; *truncate* to leave nothing in the log.

    Only for whoever holds the lock of writes. A reader is not waited for long: what it
    still needs stays in the log until the next time.
    """
    mode = "TRUNCATE" if truncate else "FULL"
    connection = engine.raw_connection()
    try:
        _pragma(connection, f"busy_timeout={CHECKPOINT_WAIT_MS}")
        _pragma(connection, f"wal_checkpoint({mode})")
        _pragma(connection, f"busy_timeout={WAIT_MS}")
    finally:
        connection.close()


def _pragma(connection: Any, text: str) -> Any:
    with closing(connection.cursor()) as cursor:
        return cursor.execute(f"PRAGMA {text}").fetchall()


def _settle_sqlite(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
    # pysqlite must not begin transactions of its own: it would begin deferred ones.
    connection.isolation_level = None
    _set(connection, "busy_timeout", WAIT_MS)
    # Where it may not be as we want it (some shares), SQLite says what it is.
    ((journal,),) = _pragma(connection, f"journal_mode={JOURNAL}")
    _set(connection, "synchronous", _LEVELS[synchronous_for(journal.upper())])
    _set(connection, "wal_autocheckpoint", 0)
    _set(connection, "foreign_keys", 1)
    _set(connection, "trusted_schema", 0)
    _set(connection, "secure_delete", 1)  # the forgotten are not in the file either
    (_, _, path), *_ = _pragma(connection, "database_list")
    record.info[_FILE] = file = Path(path) if path else None
    record.info[_INODE] = _inode(file)


_LEVELS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}


def _set(connection: sqlite3.Connection, name: str, value: int) -> None:
    """Set, and make sure: SQLite says nothing of what it does not do."""
    _pragma(connection, f"{name}={value}")
    ((found,),) = _pragma(connection, name)
    if found != value:
        raise sqlite3.OperationalError(f"{name} stays at {found}, expected {value}")


def _settle_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET synchronous_commit = {SYNCHRONOUS_COMMIT}")
        cursor.execute(f"SET lock_timeout = {WAIT_MS}")
    connection.commit()


def check_file(connection: Connection) -> None:
    """Make sure that SQLite's file is still the one that was opened.

    With a log it goes on writing to a file that was moved or deleted, and what it says
    is saved would be lost.

    :raises OperationalError: it was moved, deleted or replaced.
    """
    info = connection.info
    if (file := info.get(_FILE)) and _inode(file) != info[_INODE]:
        gone = sqlite3.OperationalError("the database file was moved or deleted")
        raise OperationalError("BEGIN IMMEDIATE", None, gone)


def _inode(file: Path | None) -> int | None:
    try:
        return file.stat().st_ino if file else None
    except OSError:
        return None


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get(ONE_READ):
        writes = options.get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

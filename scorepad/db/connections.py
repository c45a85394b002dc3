"""Connection settings for SQLite and PostgreSQL.

A commit is on disk before it is acknowledged, in both databases.

SQLite uses WAL mode, so reads never wait for writes. Before 3.51.3 it can corrupt the
file if a checkpoint meets a commit of another connection. So automatic checkpoints are
off: the server makes them under its write lock (see
:func:`scorepad.db.engine.write_transaction`), and SQLite when the last connection
closes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.pool import ConnectionPoolEntry

from scorepad.db.engine import FILE, INODE, WAIT_MS, pragma

SYNCHRONOUS_COMMIT: Final = "on"
"""PostgreSQL commits to disk, whatever the server's default."""

AT_ONCE: Final = 8
"""Requests served at once, each with its own connection, all kept open."""

JOURNAL: Final = "WAL"
SYNCHRONOUS: Final = 3
"""EXTRA. In WAL mode it is FULL. Some network shares only support a rollback journal:
there the removal of its file is the commit, so the folder must be synced, too.
"""

NOT_FOR_EVER: Final = {
    "connect_timeout": 5,  # seconds, as all but the last
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
"""Timeouts after which a silent PostgreSQL server counts as unavailable."""

_DRIVERS: Final = {"postgresql": "postgresql+psycopg", "sqlite": "sqlite+scorepad"}


def driver_url(url: str) -> str:
    """Return *url* with its driver: psycopg 3, or the ``SqliteDialect`` of ours."""
    parsed = make_url(url)
    driver = _DRIVERS.get(parsed.drivername, parsed.drivername)
    return parsed.set(drivername=driver).render_as_string(hide_password=False)


def engine_options(url: str) -> dict[str, Any]:
    """Return engine settings for *url*; errors hide all values: names and bids."""
    settings: dict[str, Any] = {"hide_parameters": True, "pool_size": AT_ONCE}
    if url.startswith("postgresql"):
        settings |= {"connect_args": NOT_FOR_EVER, "pool_pre_ping": True}
    return settings


def insert_of(dialect: str) -> Any:
    """Return the ``insert`` of a dialect, which supports ``ON CONFLICT``."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - loads slowly

        return postgresql.insert
    return sqlite.insert


@contextmanager
def engine_for(url: str, *, prepared: bool = True) -> Iterator[Engine]:
    """Yield an engine for *url*; without *prepared* our settings are not applied."""
    engine = create_engine(driver_url(url), **engine_options(url))
    if prepared:
        prepare_engine(engine)
    try:
        yield engine
    finally:
        engine.dispose()


def lasting_connection(url: str) -> Connection:
    """Open a separate connection, for a lock that is held as long as it is open."""
    return create_engine(
        driver_url(url),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args=NOT_FOR_EVER,
    ).connect()


def prepare_engine(engine: Engine) -> None:
    """Apply our settings to every new connection of *engine*."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
    else:
        event.listen(engine, "connect", _settle_postgresql)


def _settle_sqlite(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
    # pysqlite must not begin transactions itself: they would be deferred.
    connection.isolation_level = None
    _set(connection, "busy_timeout", WAIT_MS)
    pragma(connection, f"journal_mode={JOURNAL}")
    _set(connection, "synchronous", SYNCHRONOUS)
    _set(connection, "wal_autocheckpoint", 0)
    _set(connection, "foreign_keys", 1)
    _set(connection, "trusted_schema", 0)
    _set(connection, "secure_delete", 1)  # erases deleted data in the file, too
    (_, _, path), *_ = pragma(connection, "database_list")
    record.info[FILE] = file = Path(path) if path else None
    record.info[INODE] = file and file.stat().st_ino


def _set(connection: sqlite3.Connection, name: str, value: int) -> None:
    """Set a pragma and verify it: SQLite ignores unsupported values silently."""
    pragma(connection, f"{name}={value}")
    ((found,),) = pragma(connection, name)
    if found != value:
        raise sqlite3.OperationalError(f"{name} stays at {found}, expected {value}")


def _settle_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET synchronous_commit = {SYNCHRONOUS_COMMIT}")
        cursor.execute(f"SET lock_timeout = {WAIT_MS}")
    connection.commit()

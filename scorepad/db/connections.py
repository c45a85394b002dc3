"""Connection settings for SQLite and PostgreSQL, and how transactions begin.

SQLite: reads use ``BEGIN``, writes ``BEGIN IMMEDIATE``. A commit is on disk before it
is acknowledged, in both databases.

SQLite uses WAL mode, so reads never wait for writes. Before 3.51.3 it can corrupt the
file if a checkpoint meets a commit of another connection. So automatic checkpoints are
off: the server makes them under its write lock (see
:func:`scorepad.db.engine.write_transaction`), and SQLite when the last connection
closes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.dialects import registry, sqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

_BEGIN: Final = ContextVar("_BEGIN", default="BEGIN")

SYNCHRONOUS_COMMIT: Final = "on"
"""PostgreSQL commits to disk, whatever the server's default."""

AT_ONCE: Final = 8
"""Requests served at once, each with its own connection, all kept open."""

_FILE: Final = "scorepad_file"
_INODE: Final = "scorepad_inode"

JOURNAL: Final = "WAL"

CHECKPOINT_WAIT_MS: Final = 100

WAIT_MS: Final = 5000
"""Milliseconds to wait for locks."""

NOT_FOR_EVER: Final = {
    "connect_timeout": 5,  # seconds, as all but the last
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
"""Timeouts after which a silent PostgreSQL server counts as unavailable."""


class SqliteDialect(SQLiteDialect_pysqlite):
    """SQLite that begins transactions as :func:`write_begin` or :func:`one_read` says.

    An engine event would do the same, but slows down every statement.
    """

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin a transaction."""
        if statement := _BEGIN.get():
            dbapi_connection.execute(statement)


registry.register("sqlite.scorepad", __name__, SqliteDialect.__name__)
_DRIVERS: Final = {"postgresql": "postgresql+psycopg", "sqlite": "sqlite+scorepad"}


@contextmanager
def write_begin() -> Iterator[None]:
    """Let transactions of SQLite that begin in the block take the write lock."""
    before = _BEGIN.set("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        _BEGIN.reset(before)


@contextmanager
def one_read(engine: Engine) -> Iterator[Connection]:
    """Yield a connection for one read, without ``BEGIN``, so faster than a session."""
    before = _BEGIN.set("")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        _BEGIN.reset(before)


def driver_url(url: str) -> str:
    """Return *url* with its driver: psycopg 3, or our :class:`SqliteDialect`."""
    parsed = make_url(url)
    driver = _DRIVERS.get(parsed.drivername, parsed.drivername)
    return parsed.set(drivername=driver).render_as_string(hide_password=False)


def engine_options(url: str) -> dict[str, Any]:
    """Return engine settings for *url*; a PostgreSQL server may go away meanwhile.

    Errors hide statement parameters, so logs contain no names and no bids.
    """
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
    """Yield an engine for the database at *url*, disposed of when the block ends.

    Without *prepared*, our settings are not applied, so nothing is written.
    """
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


def synchronous_for(journal: str) -> str:
    """Return the ``synchronous`` level at which a power cut loses no commit.

    Some file systems do not support WAL. With a rollback journal the commit is the
    removal of the journal file, and only ``EXTRA`` syncs the directory.
    """
    return "FULL" if journal == "WAL" else "EXTRA"


def prepare_engine(engine: Engine) -> None:
    """Apply our settings to every new connection of *engine*."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
    else:
        event.listen(engine, "connect", _settle_postgresql)


def checkpoint(engine: Engine, *, truncate: bool = False) -> None:
    """Run a checkpoint of SQLite's WAL; *truncate* empties the log.

    Requires the write lock. Waits little for readers: frames they still need stay in
    the log until the next checkpoint.
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
    # pysqlite must not begin transactions itself: they would be deferred.
    connection.isolation_level = None
    _set(connection, "busy_timeout", WAIT_MS)
    # Some network shares do not support WAL: SQLite reports the actual mode.
    ((journal,),) = _pragma(connection, f"journal_mode={JOURNAL}")
    _set(connection, "synchronous", _LEVELS[synchronous_for(journal.upper())])
    _set(connection, "wal_autocheckpoint", 0)
    _set(connection, "foreign_keys", 1)
    _set(connection, "trusted_schema", 0)
    _set(connection, "secure_delete", 1)  # erases deleted data in the file, too
    (_, _, path), *_ = _pragma(connection, "database_list")
    record.info[_FILE] = file = Path(path) if path else None
    record.info[_INODE] = _inode(file)


_LEVELS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}


def _set(connection: sqlite3.Connection, name: str, value: int) -> None:
    """Set a pragma and verify it: SQLite ignores unsupported values silently."""
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
    """Check that SQLite's file is still the one that was opened.

    In WAL mode SQLite would keep writing to a deleted file, and lose the writes.

    :raises OperationalError: the file was moved, deleted or replaced.
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

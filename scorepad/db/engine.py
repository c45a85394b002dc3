"""The SQLAlchemy handle, column types, connections, and how transactions begin.

A commit is on disk before it is acknowledged, in SQLite and PostgreSQL. SQLite uses WAL
mode, so reads never wait for writes. Before 3.51.3 it can corrupt the file if a
checkpoint meets a commit of another connection. So automatic checkpoints are off: the
server makes them under its write lock (see :func:`write_transaction`), and SQLite when
the last connection closes.
"""

import itertools
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import exc
from sqlalchemy.dialects import registry, sqlite
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import ConnectionPoolEntry

from scorepad.db.faults import FAULTS

WAIT_MS: Final = 5000  # milliseconds to wait for locks
HURRIED_MS: Final = 250
CHECKPOINT_WAIT_MS: Final = 100
CHECKPOINT_EVERY: Final = 200  # write transactions; their log takes some megabytes

# Of writes to SQLite, whose own lock lets the slowest one wait for seconds.
WRITE_LOCK: Final = threading.Lock()
_writes: Final = itertools.count(1)

_BEGIN: Final = ContextVar("_BEGIN", default="BEGIN")

_FILE: Final = "scorepad_file"  # in the notes of a connection, its path and inode

# A migration can only drop a constraint that has a name.
NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all tables. No index says ``postgresql_where``: it loads a dialect."""

    metadata = sa.MetaData(naming_convention=NAMING)


class _UtcText(sqlite.DATETIME):
    """A time in SQLite, which drops zones: in UTC; quicker than SQLAlchemy's own."""

    def bind_processor(self, dialect: sa.Dialect) -> Any:  # noqa: ARG002 - as inherited
        """Return what converts to UTC for the database."""
        return lambda at: at and at.astimezone(UTC).isoformat(" ", "microseconds")[:26]

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Any:  # noqa: ARG002 - as inherited
        """Return what marks values of the database as UTC."""
        return lambda at: at and datetime.fromisoformat(at).replace(tzinfo=UTC)


Moment: Final = sa.DateTime(timezone=True).with_variant(_UtcText(), "sqlite")  # type: ignore[no-untyped-call] # SQLAlchemy has no types there

db: Final = SQLAlchemy(model_class=Base)


# An engine event would do the same, but slows down every statement.
class SqliteDialect(sqlite.pysqlite.SQLiteDialect_pysqlite):
    """SQLite that begins transactions as :func:`write_begin` says."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin a transaction."""
        if statement := _BEGIN.get():
            dbapi_connection.execute(statement)


registry.register("sqlite.scorepad", __name__, SqliteDialect.__name__)


@contextmanager
def write_begin(statement: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Let transactions of SQLite in the block begin so: with the write lock."""
    before = _BEGIN.set(statement)
    try:
        yield
    finally:
        _BEGIN.reset(before)


@contextmanager
def one_read(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Yield a connection for one read, without ``BEGIN``, so faster than a session."""
    with write_begin(""), engine.connect() as connection:
        yield connection


def check_file(connection: sa.Connection) -> None:
    """Check that SQLite's file is the one opened: a deleted one would lose writes."""
    file, inode = connection.info.get(_FILE, (None, None))
    with suppress(OSError):
        if file is None or file.stat().st_ino == inode:
            return
    gone = sqlite3.OperationalError("the database file was moved or deleted")
    raise exc.OperationalError("BEGIN IMMEDIATE", None, gone)


@contextmanager
def write_transaction(session: Session, *, hurried: bool = False) -> Iterator[None]:
    """Run the block in a write transaction, which is committed unless it raises.

    *hurried*, as suits a cache, waits only briefly: TimeoutError means that others kept
    the lock of SQLite; on PostgreSQL that is a database error like any fault.
    """
    # A read transaction cannot become a write without another writer slipping in.
    session.rollback()
    engine = session.get_bind().engine
    with _alone(engine, hurried=hurried):
        try:
            with write_begin():
                connection = session.connection()
            check_file(connection)
            if hurried and engine.dialect.name == "postgresql":
                connection.execute(sa.text(f"SET LOCAL lock_timeout = {HURRIED_MS}"))
            yield
            session.commit()
        finally:
            session.rollback()


@contextmanager
def write_connection(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Yield a connection for writes, cheaper than a session; the block commits."""
    with _alone(engine, hurried=False), engine.connect() as connection:
        with write_begin():
            connection.begin()
        check_file(connection)
        yield connection


def connection_of(session: Session) -> sa.Connection:
    """Return the connection of a session; quick if it was made for a connection."""
    bind = session.bind
    return bind if isinstance(bind, sa.Connection) else session.connection()


@contextmanager
def _alone(engine: sa.Engine, *, hurried: bool) -> Iterator[None]:
    """Hold the write lock of SQLite; run a checkpoint now and then."""
    if engine.dialect.name != "sqlite":
        yield
        return
    if not WRITE_LOCK.acquire(timeout=(HURRIED_MS if hurried else WAIT_MS) / 1000):
        raise TimeoutError if hurried else exc.TimeoutError("Others wrote all the time")
    try:
        yield
        if next(_writes) % CHECKPOINT_EVERY == 0:
            with suppress(sqlite3.Error):  # harmless: the log is still read
                checkpoint(engine)
    finally:
        WRITE_LOCK.release()


def checkpoint(engine: sa.Engine, *, truncate: bool = False) -> None:
    """Run a checkpoint of SQLite's WAL under the write lock; *truncate* empties it."""
    with closing(engine.raw_connection()) as connection:
        _pragma(connection, f"busy_timeout={CHECKPOINT_WAIT_MS}")
        _pragma(connection, f"wal_checkpoint({'TRUNCATE' if truncate else 'FULL'})")
        _pragma(connection, f"busy_timeout={WAIT_MS}")


def _pragma(connection: Any, statement: str) -> Any:
    return connection.execute(f"PRAGMA {statement}").fetchall()


def empty_log(engine: sa.Engine) -> None:
    """Empty SQLite's log, which may still contain erased data."""
    if engine.dialect.name == "sqlite":
        with WRITE_LOCK, suppress(sqlite3.Error):
            checkpoint(engine, truncate=True)


def end_session(_error: BaseException | None = None) -> None:
    """End a request's session; a failure is harmless, as all writes are committed."""
    try:
        db.session.remove()
    except FAULTS:
        db.session.registry.clear()


AT_ONCE: Final = 8  # requests, each with its own connection, all kept open

JOURNAL: Final = "WAL"
# EXTRA. In WAL mode it is FULL. Some network shares only support a rollback journal:
# there the removal of its file is the commit, so the folder must be synced, too.
SYNCHRONOUS: Final = 3

# After this a silent PostgreSQL server counts as unavailable.
NOT_FOR_EVER: Final = {
    "connect_timeout": 5,  # seconds, as all but the last
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}

_DRIVERS: Final = {"postgresql": "postgresql+psycopg", "sqlite": "sqlite+scorepad"}


def driver_url(url: str) -> sa.URL:
    """Return *url* with its driver: psycopg 3, or the ``SqliteDialect`` of ours."""
    parsed = sa.make_url(url)
    return parsed.set(drivername=_DRIVERS.get(parsed.drivername, parsed.drivername))


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
def engine_for(url: str, *, prepared: bool = True) -> Iterator[sa.Engine]:
    """Yield an engine for *url*; without *prepared* our settings are not applied."""
    engine = sa.create_engine(driver_url(url), **engine_options(url))
    if prepared:
        prepare_engine(engine)
    try:
        yield engine
    finally:
        engine.dispose()


def lasting_connection(url: str) -> sa.Connection:
    """Open a separate connection, for a lock that is held as long as it is open."""
    return sa.create_engine(
        driver_url(url),
        poolclass=sa.NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args=NOT_FOR_EVER,
    ).connect()


def prepare_engine(engine: sa.Engine) -> None:
    """Apply our settings to every new connection of *engine*."""
    is_sqlite = engine.dialect.name == "sqlite"
    set_up = _set_up_sqlite if is_sqlite else _set_up_postgresql
    sa.event.listen(engine, "connect", set_up)


def _set_up_sqlite(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
    # pysqlite must not begin transactions itself: they would be deferred.
    connection.isolation_level = None
    _pragma(connection, f"busy_timeout={WAIT_MS}")
    _pragma(connection, f"journal_mode={JOURNAL}")
    for name, value in (
        ("synchronous", SYNCHRONOUS),
        ("wal_autocheckpoint", 0),
        ("foreign_keys", 1),
        ("trusted_schema", 0),
        ("secure_delete", 1),  # erases deleted data in the file, too
    ):
        _pragma(connection, f"{name}={value}")
        if _pragma(connection, name) != [(value,)]:  # it ignores what it cannot do
            raise sqlite3.OperationalError(f"{name} does not become {value}")
    (_, _, path), *_ = _pragma(connection, "database_list")
    if path:
        record.info[_FILE] = Path(path), Path(path).stat().st_ino


def _set_up_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        # To disk before it is acknowledged, whatever the server's default.
        cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET lock_timeout = {WAIT_MS}")
    connection.commit()

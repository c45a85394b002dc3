"""The database handle, and the one transaction that writes."""

import itertools
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, DateTime, Dialect, Engine, MetaData, text
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from scorepad.db.connections import WAIT_MS, WRITES, check_file, checkpoint
from scorepad.db.faults import FAULTS

HURRIED_MS: Final = 250
CHECKPOINT_EVERY: Final = 200
"""Writes; their log takes some megabytes."""

_CONNECTION: Final = "scorepad_connection"
WRITE_LOCK: Final = threading.Lock()
"""Held by whoever writes to SQLite: its own busy handler sleeps longer and longer, so
that under load the slowest writer would wait for seconds."""
_writes: Final = itertools.count(1)

# A migration can only drop a constraint that has a name.
NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """All tables; constraints are named by one convention.

    Migrations make them. ``postgresql_where`` stands only there: named here, it would
    load PostgreSQL's dialect at every start.
    """

    metadata = MetaData(naming_convention=NAMING)


class Moment(TypeDecorator[datetime]):
    """A point in time, kept in UTC (SQLite would forget the zone)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - signature of TypeDecorator
    ) -> datetime | None:
        """Turn into UTC on the way in."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - signature of TypeDecorator
    ) -> datetime | None:
        """Say that it is UTC on the way out."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value


def moment_in(text: str) -> datetime:
    """Read a point in time that a database has put into JSON."""
    at = datetime.fromisoformat(text)
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at


db: Final = SQLAlchemy(model_class=Base)


@contextmanager
def write_transaction(session: Session, *, hurried: bool = False) -> Iterator[None]:
    """Hold the one transaction that may write; the service inside it commits.

    Whatever *session* had read before is let go: a read cannot become a write
    without another writer slipping in between. Leaving without a commit, by an
    exception or not, writes nothing. *hurried*, it waits for others only a moment,
    as suits a cache: it can be written another time.

    :raises TimeoutError: *hurried*, and others were writing all that moment; over
        PostgreSQL that is an error of the database, as any fault is.
    """
    session.rollback()
    engine = session.get_bind().engine
    with _alone(engine, hurried=hurried):
        try:
            connection = session.connection(execution_options={WRITES: True})
            session.info[_CONNECTION] = connection
            check_file(connection)
            if hurried and engine.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL lock_timeout = {HURRIED_MS}"))
            yield
        finally:
            session.info.pop(_CONNECTION, None)
            session.rollback()


def connection_of(session: Session) -> Connection:
    """Return the connection of the transaction.

    ``Session.connection`` is slow to find it, and a save needs it ten times.
    """
    known: Connection | None = session.info.get(_CONNECTION)
    return session.connection() if known is None or known.closed else known


@contextmanager
def _alone(engine: Engine, *, hurried: bool) -> Iterator[None]:
    """Let one thread at a time write to SQLite, and copy its log now and then."""
    if engine.dialect.name != "sqlite":
        yield
        return
    if not WRITE_LOCK.acquire(timeout=(HURRIED_MS if hurried else WAIT_MS) / 1000):
        raise TimeoutError if hurried else PoolTimeoutError("Others wrote all the time")
    try:
        yield
        if next(_writes) % CHECKPOINT_EVERY == 0:
            _copy_log(engine)
    finally:
        WRITE_LOCK.release()


def _copy_log(engine: Engine) -> None:
    with suppress(sqlite3.Error):  # what was saved is in the log, and will be read
        checkpoint(engine)


def empty_log(engine: Engine) -> None:
    """Leave nothing in SQLite's log, where what was erased could still be found."""
    if engine.dialect.name == "sqlite":
        with WRITE_LOCK, suppress(sqlite3.Error):
            checkpoint(engine, truncate=True)


def let_go(_error: BaseException | None = None) -> None:
    """End the session of a request, also where the server has just hung up.

    The answer stands by then: what it says is saved was committed, and all that is left
    to end is a look. A connection that cannot even do that is one that is gone.
    """
    try:
        db.session.remove()
    except FAULTS:
        db.session.registry.clear()


def analyse(session: Session) -> None:
    """Let PostgreSQL find out how large its tables are; SQLite plans without."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("ANALYZE"))

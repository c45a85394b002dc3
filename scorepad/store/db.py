"""The database handle, and how connections and transactions begin.

SQLite: reads begin with ``BEGIN``, writes with ``BEGIN IMMEDIATE`` behind one lock of
this process. SQLite's own busy handler sleeps longer and longer, so under load the
slowest writer would wait for seconds; the lock is fair.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, DateTime, Dialect, Engine, MetaData, event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

WRITES: Final = "scorepad_writes"
_WRITE_LOCK = threading.Lock()

# A migration can only drop a constraint that has a name.
NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """All tables; constraints are named by one convention."""

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


db: Final = SQLAlchemy(model_class=Base)


def driver_url(url: str) -> str:
    """Name the driver: ``postgresql://`` means psycopg 3."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed.render_as_string(hide_password=False)


def engine_options(url: str) -> dict[str, Any]:
    """Pool settings for *url*: a server may go away between two requests."""
    return {"pool_pre_ping": True} if url.startswith("postgresql") else {}


def journal_mode_for(version: tuple[int, ...]) -> str:
    """Choose the journal of SQLite *version*.

    WAL can corrupt the file when two connections reset it at once, mended in 3.51.3,
    3.50.7 and 3.44.6. Older libraries use the rollback journal, fast enough for us.
    """
    mended = (
        version >= (3, 51, 3)
        or (3, 50, 7) <= version < (3, 51)
        or (3, 44, 6) <= version < (3, 45)
    )
    return "WAL" if mended else "DELETE"


def prepare_engine(engine: Engine) -> None:
    """Give every new connection of *engine* our settings and our ``BEGIN``."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _settle_postgresql)


def _settle_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # pysqlite must not begin transactions of its own: it would begin deferred ones.
    connection.isolation_level = None
    journal = journal_mode_for(sqlite3.sqlite_version_info)
    for pragma in (
        "busy_timeout=5000",
        f"journal_mode={journal}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "trusted_schema=OFF",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _settle_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
        cursor.execute("SET lock_timeout = '5s'")
    connection.commit()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def write_transaction(session: Session) -> Iterator[None]:
    """Hold the one transaction that may write; the service inside it commits.

    Whatever *session* had read before is let go: a read cannot become a write
    without another writer slipping in between. Leaving without a commit, by an
    exception or not, writes nothing.
    """
    session.rollback()
    embedded = session.get_bind().dialect.name == "sqlite"
    if embedded:
        _WRITE_LOCK.acquire()
    try:
        session.connection(execution_options={WRITES: True})
        yield
    finally:
        session.rollback()
        if embedded:
            _WRITE_LOCK.release()

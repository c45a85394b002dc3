"""The database handle, and how connections and transactions begin.

SQLite: reads begin with ``BEGIN``, writes with ``BEGIN IMMEDIATE`` when it is their
turn in this process. SQLite's own busy handler sleeps longer and longer, so under load
the slowest writer would wait for seconds; turns are fair. PostgreSQL lets several write
at once, and those of one process take turns as long as nobody has to wait for long.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    event,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from scorepad.store.memory import memory_of, moved_on, remember_for
from scorepad.store.ready import say
from scorepad.store.resting import ask_the_rested
from scorepad.store.together import send_together
from scorepad.store.turns import Turns
from scorepad.store.upkeep.faults import FAULTS

WRITES: Final = "scorepad_writes"
_PATIENCE: Final = "scorepad_patience"
_WROTE: Final = "scorepad_wrote"
_CONNECTION: Final = "scorepad_connection"
SYNCHRONOUS_COMMIT: Final = "on"
"""What was said to be saved is on PostgreSQL's disk, whatever the server's default."""

AT_ONCE: Final = 8
"""How many a process serves at once, each through a connection of its own.

So many are kept open: any more would be opened and closed again for each request.
"""

_WAIT_MS: Final = 5000
_HURRIED_MS: Final = 250
NO_TURN: Final = "Others of this process wrote all the time."
_TURNS: Final = Turns()
COURTEOUS_S: Final = 0.1
"""How long who could write at a server waits for a turn: some ten saves long."""

NOT_FOR_EVER: Final = {
    "connect_timeout": 5,  # seconds, as all but the last
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
"""A server that is silent, or whose cable was pulled, is taken for one that is away."""

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
    """Settings for *url*: a server may go away between two requests.

    An error does not tell the values of its statement: logs hold no names and no bids.
    """
    settings: dict[str, Any] = {"hide_parameters": True, "pool_size": AT_ONCE}
    if url.startswith("postgresql"):
        settings["connect_args"] = NOT_FOR_EVER
    return settings


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


def synchronous_for(journal: str) -> str:
    """How SQLite has to write so that a pulled plug takes back no commit.

    A commit of the rollback journal is the journal's removal, and only ``EXTRA`` waits
    until the folder has forgotten it: with ``FULL`` the journal may be back after a
    power cut, and with it what was there before the last commits.
    """
    return "FULL" if journal == "WAL" else "EXTRA"


def prepare_engine(engine: Engine) -> None:
    """Give every new connection of *engine* our settings and our ``BEGIN``."""
    remember_for(engine)
    event.listen(engine, "commit", _reach_disk)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _settle_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        event.listen(engine, "checkin", _end_hurry_sqlite)
    else:
        event.listen(engine, "connect", _settle_postgresql)
        event.listen(engine, "begin", _begin_postgresql)
        event.listen(engine, "before_cursor_execute", _note_write_postgresql)
        event.listen(engine, "rollback", _end_look_postgresql)
        send_together(engine)
        ask_the_rested(engine)


def _settle_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # pysqlite must not begin transactions of its own: it would begin deferred ones.
    connection.isolation_level = None
    _set(connection, "busy_timeout", _WAIT_MS)
    # Where it may not be as we want it (some shares), SQLite says what it is.
    wanted = journal_mode_for(sqlite3.sqlite_version_info)
    (journal,) = connection.execute(f"PRAGMA journal_mode={wanted}").fetchone()
    _set(connection, "synchronous", _LEVELS[synchronous_for(journal.upper())])
    _set(connection, "foreign_keys", 1)
    _set(connection, "trusted_schema", 0)
    _set(connection, "secure_delete", 1)  # the forgotten are not in the file either


_LEVELS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}


def _set(connection: sqlite3.Connection, name: str, value: int) -> None:
    """Set, and make sure: SQLite says nothing of what it does not do."""
    connection.execute(f"PRAGMA {name}={value}").close()
    (found,) = connection.execute(f"PRAGMA {name}").fetchone()
    if found != value:
        raise sqlite3.OperationalError(f"{name} stays at {found}, expected {value}")


def _settle_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET synchronous_commit = {SYNCHRONOUS_COMMIT}")
        cursor.execute(f"SET lock_timeout = {_WAIT_MS}")
    connection.commit()


def _begin_postgresql(connection: Connection) -> None:
    connection.info.pop(_WROTE, None)


def _note_write_postgresql(
    connection: Connection, _cursor: object, said: str, *_: object
) -> None:
    if not said.startswith("SELECT"):
        connection.info[_WROTE] = True


def _end_look_postgresql(connection: Connection) -> None:
    """End well what only looked: psycopg forgets what it prepared where it rolls back.

    Without that, every statement of every request is read and planned anew.
    """
    if connection.invalidated or _WROTE in connection.info:
        return
    dialect = connection.dialect
    with suppress(dialect.loaded_dbapi.Error):  # the rollback itself will say it
        dialect.do_commit(connection.connection)


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if patience := options.get(_PATIENCE):
        connection.info[_PATIENCE] = True
        say(connection, f"PRAGMA busy_timeout={patience}")
    say(connection, "BEGIN IMMEDIATE" if options.get(WRITES, False) else "BEGIN")


def _reach_disk(_connection: Connection) -> None:
    _TURNS.reach_disk()


def _end_hurry_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    if record.info.pop(_PATIENCE, False):
        connection.execute(f"PRAGMA busy_timeout={_WAIT_MS}").close()


@contextmanager
def write_transaction(session: Session, *, hurried: bool = False) -> Iterator[None]:
    """Hold the one transaction that may write; the service inside it commits.

    Whatever *session* had read before is let go: a read cannot become a write
    without another writer slipping in between. Leaving without a commit, by an
    exception or not, writes nothing. *hurried*, it waits for others only a moment,
    as suits a cache: it can be written another time.

    :raises TimeoutError: *hurried*, and others of this process were writing all that
        moment; those of other processes end it with an error of the database, as any
        fault does.
    """
    session.rollback()
    embedded = session.get_bind().dialect.name == "sqlite"
    memory = memory_of(session)
    with _turn(embedded=embedded, hurried=hurried) as patience:
        try:
            options = {WRITES: True, _PATIENCE: patience}
            session.info[_CONNECTION] = session.connection(execution_options=options)
            if hurried and not embedded:
                session.execute(text(f"SET LOCAL lock_timeout = {_HURRIED_MS}"))
            memory.begin_write()
            yield
        finally:
            session.info.pop(_CONNECTION, None)
            session.rollback()
            memory.end_write(moved_on(session))


@contextmanager
def _turn(*, embedded: bool, hurried: bool) -> Iterator[int | None]:
    """Write when it is one's turn; at a server, which can do several, soon anyway.

    What is told is how many milliseconds are left to wait for other processes, where
    that is not as long as every connection waits.

    :raises TimeoutError: it did not come in time (PoolTimeoutError: not *hurried*).
    """
    longest = _HURRIED_MS if hurried else _WAIT_MS
    began = time.monotonic()
    has_turn = _TURNS.take(longest / 1000 if embedded else COURTEOUS_S)
    if embedded and not has_turn:
        raise TimeoutError if hurried else PoolTimeoutError(NO_TURN)
    waited = int((time.monotonic() - began) * 1000)
    try:
        # To say it costs a statement, so not for the moments of a busy evening.
        is_shorter = hurried or waited > _HURRIED_MS
        yield max(1, longest - waited) if embedded and is_shorter else None
    finally:
        if has_turn:
            _TURNS.end()


def let_go(_error: BaseException | None = None) -> None:
    """End the session of a request, also where the server has just hung up.

    The answer stands by then: what it says is saved was committed, and all that is left
    to end is a look. A connection that cannot even do that is one that is gone.
    """
    try:
        db.session.remove()
    except FAULTS:
        db.session.registry.clear()


def connection_of(session: Session) -> Connection:
    """What the statements of a session go through; asked for with each of them.

    In a write transaction it is known: to look it up takes as long as a statement.
    """
    known: Connection | None = session.info.get(_CONNECTION)
    return session.connection() if known is None or known.closed else known


def analyse(session: Session) -> None:
    """Let PostgreSQL find out how large its tables are; SQLite plans without."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("ANALYZE"))

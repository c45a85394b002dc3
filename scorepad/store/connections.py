"""How connections to SQLite and to PostgreSQL are set, and how transactions begin.

SQLite: reads begin with ``BEGIN``, writes with ``BEGIN IMMEDIATE``. Whatever is said to
be saved is on the disk, in a database of either kind.
"""

import sqlite3
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import make_url

from scorepad.store.memory import remember_for
from scorepad.store.ready import say
from scorepad.store.resting import ask_the_rested
from scorepad.store.together import send_together
from scorepad.store.turns import TURNS

WRITES: Final = "scorepad_writes"
PATIENCE: Final = "scorepad_patience"
_WROTE: Final = "scorepad_wrote"
SYNCHRONOUS_COMMIT: Final = "on"
"""What was said to be saved is on PostgreSQL's disk, whatever the server's default."""

AT_ONCE: Final = 8
"""How many a process serves at once, each through a connection of its own.

So many are kept open: any more would be opened and closed again for each request.
"""

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
        settings["connect_args"] = NOT_FOR_EVER
    return settings


def lasting_connection(url: str) -> Connection:
    """Open a connection beside all others, for a lock that lasts as long as it does."""
    return create_engine(
        driver_url(url),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args=NOT_FOR_EVER,
    ).connect()


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
    _set(connection, "busy_timeout", WAIT_MS)
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
        cursor.execute(f"SET lock_timeout = {WAIT_MS}")
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
    if patience := options.get(PATIENCE):
        connection.info[PATIENCE] = True
        say(connection, f"PRAGMA busy_timeout={patience}")
    say(connection, "BEGIN IMMEDIATE" if options.get(WRITES, False) else "BEGIN")


def _reach_disk(_connection: Connection) -> None:
    TURNS.reach_disk()


def _end_hurry_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    if record.info.pop(PATIENCE, False):
        connection.execute(f"PRAGMA busy_timeout={WAIT_MS}").close()

"""The database handle, and whose turn it is to write.

Writes to SQLite begin when it is their turn in this process. SQLite's own busy handler
sleeps longer and longer, so under load the slowest writer would wait for seconds; turns
are fair. PostgreSQL lets several write at once, and those of one process take turns as
long as nobody has to wait for long.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, DateTime, Dialect, MetaData, text
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator

from scorepad.store.connections import PATIENCE, WAIT_MS, WRITES
from scorepad.store.memory import memory_of, moved_on
from scorepad.store.turns import TURNS
from scorepad.store.upkeep.faults import FAULTS

_CONNECTION: Final = "scorepad_connection"
_HURRIED_MS: Final = 250
NO_TURN: Final = "Others of this process wrote all the time."
COURTEOUS_S: Final = 0.1
"""How long who could write at a server waits for a turn: some ten saves long."""

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
            options = {WRITES: True, PATIENCE: patience}
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
    longest = _HURRIED_MS if hurried else WAIT_MS
    began = time.monotonic()
    has_turn = TURNS.take(longest / 1000 if embedded else COURTEOUS_S)
    if embedded and not has_turn:
        raise TimeoutError if hurried else PoolTimeoutError(NO_TURN)
    waited = int((time.monotonic() - began) * 1000)
    try:
        # To say it costs a statement, so not for the moments of a busy evening.
        is_shorter = hurried or waited > _HURRIED_MS
        yield max(1, longest - waited) if embedded and is_shorter else None
    finally:
        if has_turn:
            TURNS.end()


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

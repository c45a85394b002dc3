"""Who uses a PostgreSQL: servers do so together, whoever replaces everything alone.

A lock there lasts as long as the connection that took it. Requests know nothing of it.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Function, func, select, text

from scorepad.store.connections import lasting_connection
from scorepad.store.upkeep.faults import FAULTS

LOCK = 0x5C02E9AD
"""Any number will do that nobody else locks in the same database."""

LOOK_EVERY_S = 0.5
SETTLED_S = 5
"""So soon after PostgreSQL has started, every server has taken its lock again."""

_WAIT = text(
    "SELECT pg_sleep(greatest(0, :settled -"
    " extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())))"
)


class InUseError(Exception):
    """Somebody holds the database in a way that does not go with ours."""


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold the database at *url* while nobody serves it.

    :raises InUseError: somebody does.
    """
    with lasting_connection(url) as connection:
        connection.execute(_WAIT, {"settled": SETTLED_S})
        _take(connection, func.pg_try_advisory_lock)
        yield


@contextmanager
def together(url: str) -> Iterator[None]:
    """Hold the database at *url* with others, also when PostgreSQL restarts meanwhile.

    :raises InUseError: somebody holds it alone.
    """
    kept, ended = _present(url), threading.Event()
    keeping = threading.Thread(target=_keep, args=(url, kept, ended), daemon=True)
    keeping.start()
    try:
        yield
    finally:
        ended.set()
        keeping.join(timeout=LOOK_EVERY_S)


def _keep(url: str, connection: Connection, ended: threading.Event) -> None:
    while not ended.wait(LOOK_EVERY_S):
        with suppress(InUseError, *FAULTS):
            connection = _still(url, connection)
    connection.close()


def _still(url: str, connection: Connection) -> Connection:
    """The same, or another one where PostgreSQL has hung up."""
    if connection.closed:
        return _present(url)
    try:
        connection.execute(text("SELECT 1"))
    except FAULTS:
        connection.close()
        return _present(url)
    return connection


def _present(url: str) -> Connection:
    connection = lasting_connection(url)
    try:
        _take(connection, func.pg_try_advisory_lock_shared)
    except (InUseError, *FAULTS):
        connection.close()
        raise
    return connection


def _take(connection: Connection, how: Callable[[int], Function[Any]]) -> None:
    if not connection.scalar(select(how(LOCK))):
        raise InUseError

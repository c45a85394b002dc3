"""Who may use an instance and its database.

Two processes on one embedded database could break it, and what is saved while a
database is replaced would be lost. Of one PostgreSQL there may be many servers.
"""

import fcntl
import io
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Function, func, select, text
from sqlalchemy.engine import make_url

from scorepad.commands.printing import CommandError
from scorepad.settings import Settings
from scorepad.store.connections import lasting_connection
from scorepad.store.upkeep.faults import FAULTS, reason_of

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


IN_MEMORY = ":memory:"
_Held = Callable[[Settings], AbstractContextManager[None]]


class HoldRefusedError(CommandError):
    """The instance is not to be had; the message is one sentence."""


def hold(settings: Settings) -> ExitStack:
    """Hold the instance and its database alone, until what is returned is closed.

    :raises HoldRefusedError: the folder cannot be used, or another process holds it.
    """
    return _all_held(settings, hold_database)


def hold_to_serve(settings: Settings) -> ExitStack:
    """The same for whoever serves: several may serve one PostgreSQL.

    :raises HoldRefusedError: as above.
    """
    return _all_held(settings, _database_to_serve)


def _all_held(settings: Settings, held_database: _Held) -> ExitStack:
    with ExitStack() as held:
        held.enter_context(_instance(settings))
        held.enter_context(held_database(settings))
        return held.pop_all()


def _instance(settings: Settings) -> io.TextIOWrapper:
    folder = settings.instance
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "scorepad.lock").open("w", encoding="ascii")
    except OSError as error:
        raise HoldRefusedError(
            f"The folder {folder} cannot be written to ({error.strerror}); expected"
            f" one that this user owns ({settings.name_of('instance')})."
        ) from None
    if settings.is_embedded:
        _lock(
            lock,
            f"Another Scorepad already serves {folder}; stop it first, or choose"
            f" another folder ({settings.name_of('instance')}).",
        )
    return lock


@contextmanager
def hold_database(settings: Settings) -> Iterator[None]:
    """Hold a database alone, whatever instance it belongs to.

    :raises HoldRefusedError: another process uses it, or it cannot be used.
    """
    if settings.is_embedded:
        with _file(settings):
            yield
        return
    refusal = "A Scorepad serves this PostgreSQL; stop it first."
    with _on_server(settings, alone(settings.database_url), refusal):
        yield


@contextmanager
def _database_to_serve(settings: Settings) -> Iterator[None]:
    if settings.is_embedded:
        with _file(settings):
            yield
        return
    replaced = (
        "The database is just put back, moved or upgraded; start again when that is"
        " over."
    )
    with _on_server(settings, together(settings.database_url), replaced):
        yield


@contextmanager
def _on_server(
    settings: Settings, held: AbstractContextManager[None], refusal: str
) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(held)
        except InUseError:
            raise HoldRefusedError(refusal) from None
        except FAULTS as error:
            raise _unusable(settings, reason_of(error)) from None
        yield


@contextmanager
def _file(settings: Settings) -> Iterator[None]:
    """The lock lies beside the file itself: another instance may name the same."""
    place = Path(str(make_url(settings.database_url).database))
    if place.name == IN_MEMORY:
        yield
        return
    place = place.resolve()
    try:
        lock = place.with_name(f"{place.name}.lock").open("w", encoding="ascii")
    except OSError as error:
        raise _unusable(settings, f"{place.parent}: {error.strerror}") from None
    with lock:
        _lock(lock, f"Another Scorepad already serves {place}; stop it first.")
        yield


def _unusable(settings: Settings, reason: str) -> HoldRefusedError:
    return HoldRefusedError(
        f"The database cannot be opened ({reason}); expected one that this user can"
        f" read and write ({settings.name_of('database_url')})."
    )


def _lock(lock: io.TextIOWrapper, refusal: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise HoldRefusedError(refusal) from None

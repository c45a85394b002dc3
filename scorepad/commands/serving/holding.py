"""Who may use an instance and its database.

Two processes on one embedded database could break it, and what is saved while a
database is replaced would be lost.
"""

import fcntl
import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from scorepad.commands.serving.presence import InUseError, alone, together
from scorepad.settings import Settings
from scorepad.store.upkeep.faults import FAULTS, reason_of

IN_MEMORY = ":memory:"
_Held = Callable[[str], AbstractContextManager[None]]


class HoldRefusedError(Exception):
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
        held.enter_context(held_database(settings.database_url))
        return held.pop_all()


def _instance(settings: Settings) -> io.TextIOWrapper:
    folder = settings.instance
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "scorepad.lock").open("w", encoding="ascii")
    except OSError as error:
        raise HoldRefusedError(
            f"The folder {folder} cannot be written to ({error.strerror}); expected"
            " one that this user owns (SCOREPAD_INSTANCE)."
        ) from None
    if settings.is_embedded:
        _lock(
            lock,
            f"Another Scorepad already serves {folder}; stop it first, or choose"
            " another folder (SCOREPAD_INSTANCE).",
        )
    return lock


@contextmanager
def hold_database(url: str) -> Iterator[None]:
    """Hold a database alone, whatever instance it belongs to.

    :raises HoldRefusedError: another process uses it, or it cannot be used.
    """
    if url.startswith("sqlite"):
        with _file(url):
            yield
        return
    with _on_server(alone(url), "A Scorepad serves this PostgreSQL; stop it first."):
        yield


@contextmanager
def _database_to_serve(url: str) -> Iterator[None]:
    if url.startswith("sqlite"):
        with _file(url):
            yield
        return
    replaced = (
        "The database is just put back, moved or upgraded; start again when that is"
        " over."
    )
    with _on_server(together(url), replaced):
        yield


@contextmanager
def _on_server(held: AbstractContextManager[None], refusal: str) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(held)
        except InUseError:
            raise HoldRefusedError(refusal) from None
        except FAULTS as error:
            raise _unusable(reason_of(error)) from None
        yield


@contextmanager
def _file(url: str) -> Iterator[None]:
    """The lock lies beside the file itself: another instance may name the same."""
    place = Path(str(make_url(url).database))
    if place.name == IN_MEMORY:
        yield
        return
    place = place.resolve()
    try:
        lock = place.with_name(f"{place.name}.lock").open("w", encoding="ascii")
    except OSError as error:
        raise _unusable(f"{place.parent}: {error.strerror}") from None
    with lock:
        _lock(lock, f"Another Scorepad already serves {place}; stop it first.")
        yield


def _unusable(reason: str) -> HoldRefusedError:
    return HoldRefusedError(
        f"The database cannot be opened ({reason}); expected one that this user can"
        " read and write (SCOREPAD_DATABASE_URL)."
    )


def _lock(lock: io.TextIOWrapper, refusal: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise HoldRefusedError(refusal) from None

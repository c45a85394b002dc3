"""What commands with a database share: options, opening, locks, error messages.

Two processes on one SQLite file could damage it, and saves would be lost while a
database is replaced. Several servers may share one PostgreSQL.
"""

import fcntl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

import click
from flask import Flask
from sqlalchemy import Connection, Function, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ResourceClosedError
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.cli import REFUSED, CommandError
from scorepad.cli.backups import back_up, check_before_serving, check_before_use
from scorepad.db import schema
from scorepad.db.dumps import BackupRefusedError, NotEmptyError
from scorepad.db.engine import engine_for, lasting_connection
from scorepad.db.faults import FAULTS, is_damage, reason_of
from scorepad.services.rate_limits import UNLIMITED
from scorepad.services.requests import EntryRefusedError, NotThereError
from scorepad.settings import SettingRefusedError, Settings, read_settings

DAMAGED = 3  # exit status for a damaged database; Python itself uses 1


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the location of the database."""
    folder = "Folder of the database and the secret."
    where = f"{folder}  [SCOREPAD_INSTANCE; default: instance/ of a checkout,"
    where += " else ~/.local/state/scorepad]"
    address = "sqlite:///… or postgresql://…  [SCOREPAD_DATABASE_URL]"
    url = click.option("--database-url", metavar="URL", help=address)
    return click.option("--instance", metavar="FOLDER", help=where)(url(function))


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn errors that a host can fix into a :class:`CommandError`: one sentence."""
    try:
        yield
    except NotThereError:
        raise CommandError(
            "There is no such group; 'scorepad group' lists them."
        ) from None
    except EntryRefusedError as refused:
        found = " ".join(f"{e.field}: {e.problem}" for e in refused.objections[:1])
        raise CommandError(f"A game cannot be imported ({found}).") from None
    except NotEmptyError:
        raise CommandError("The other database holds something already.") from None
    except (
        SettingRefusedError,
        schema.SchemaMismatchError,
        BackupRefusedError,
    ) as refused:
        raise CommandError(str(refused)) from None
    except FAULTS as fault:
        status = DAMAGED if is_damage(fault) else REFUSED
        sentence = f"The database cannot be used ({reason_of(fault)})."
        raise CommandError(sentence, status) from None
    except OSError as fault:
        what = fault.filename or "A file"
        raise CommandError(f"{what} cannot be used ({fault.strerror}).") from None


@contextmanager
def opened(**where: str | None) -> Iterator[tuple[Session, Settings]]:
    """Open the database that the options name; :class:`CommandError` if it cannot."""
    with one_sentence():
        settings = read_settings(**where)
        check_before_use(settings)
        with engine_for(settings.database_url) as engine:
            engine.update_execution_options(**{UNLIMITED: True})
            schema.check_version(engine)
            with Session(engine) as session:
                yield session, settings


def open_app(settings: Settings) -> Flask:
    """Return an application on the newest schema; raises ``CommandError``."""
    with one_sentence(), opening(settings):
        check_before_serving(settings, is_new=False)
        settings.instance.mkdir(parents=True, exist_ok=True)
        upgrade(settings, is_alone=False)
        return create_app(settings)


def upgrade(settings: Settings, *, is_alone: bool = True) -> Path | None:
    """Upgrade the schema; return the backup made before, if there was any.

    Without *is_alone*, lock an older database, since a server may be using it.
    """
    url = settings.database_url
    is_older = schema.needs_upgrade(url)
    if is_older and not is_alone:
        with hold(settings):
            return upgrade(settings)
    kept = back_up(settings) if is_older else None
    schema.upgrade(url)
    return kept


LOCK: Final = 0x5C02E9AD  # any number that no other program locks in the same database

LOOK_EVERY_S: Final = 0.5
SETTLED_S: Final = 5  # from a start of PostgreSQL until all servers hold their locks

_WAIT: Final = text(
    "SELECT pg_sleep(greatest(0, :settled -"
    " extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())))"
)


def hold(settings: Settings, *, to_serve: bool = False) -> ExitStack:
    """Lock the instance and its database until the result is closed.

    *to_serve* shares a PostgreSQL with other servers.
    """
    with ExitStack() as held:
        held.enter_context(_instance(settings))
        held.enter_context(hold_database(settings, to_serve=to_serve))
        return held.pop_all()


def _instance(settings: Settings) -> IO[str]:
    folder = settings.instance
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "scorepad.lock").open("w", encoding="ascii")
    except OSError as error:
        raise CommandError(
            f"The folder {folder} cannot be written to ({error.strerror}); expected"
            f" one that this user owns ({settings.name_of('instance')})."
        ) from None
    if settings.is_embedded:
        other = f"or choose another folder ({settings.name_of('instance')})"
        _lock(
            lock, f"Another Scorepad already serves {folder}; stop it first, {other}."
        )
    return lock


def _lock(lock: IO[str], refusal: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CommandError(refusal) from None


@contextmanager
def hold_database(settings: Settings, *, to_serve: bool = False) -> Iterator[None]:
    """Lock a database; ``CommandError`` if another process uses it or it is broken."""
    with ExitStack() as stack:
        with opening(settings):
            if settings.is_embedded:
                stack.enter_context(_file(settings.database_url))
            elif to_serve:
                stack.enter_context(_together(settings.database_url))
            else:
                refusal = "A Scorepad serves this PostgreSQL; stop it first."
                how, url = func.pg_try_advisory_lock, settings.database_url
                stack.enter_context(_locked(url, how, refusal, settled=SETTLED_S))
        yield


@contextmanager
def opening(settings: Settings) -> Iterator[None]:
    """Name the setting in a :class:`CommandError` if the database cannot be opened."""
    try:
        yield
    except (OSError, *FAULTS) as error:
        reason = reason_of(error)
        if isinstance(error, OSError):
            reason = f"{error.filename}: {error.strerror}"
        raise CommandError(
            f"The database cannot be opened ({reason}); expected one that this user can"
            f" read and write ({settings.name_of('database_url')})."
        ) from None


def _file(url: str) -> IO[str]:
    """Lock a file beside the database, which other instances may use, too."""
    place = Path(str(make_url(url).database)).resolve()
    lock = place.with_name(f"{place.name}.lock").open("w", encoding="ascii")
    _lock(lock, f"Another Scorepad already serves {place}; stop it first.")
    return lock


@contextmanager
def _together(url: str) -> Iterator[None]:
    """Hold a shared lock, and take it again when PostgreSQL restarts."""
    kept, ended = _shared(url), threading.Event()
    keeping = threading.Thread(target=_keep, args=(url, kept, ended), daemon=True)
    keeping.start()
    try:
        yield
    finally:
        ended.set()
        keeping.join(timeout=LOOK_EVERY_S)


def _keep(url: str, connection: Connection, ended: threading.Event) -> None:
    while not ended.wait(LOOK_EVERY_S):
        try:
            connection.execute(text("SELECT 1"))
        except (ResourceClosedError, *FAULTS):  # closed here at the last look, or lost
            connection.close()
            with suppress(CommandError, *FAULTS):
                connection = _shared(url)
    connection.close()


def _shared(url: str) -> Connection:
    refusal = (
        "The database is just put back, moved or upgraded; start again when that is"
        " over."
    )
    return _locked(url, func.pg_try_advisory_lock_shared, refusal)


def _locked(
    url: str, how: Callable[[int], Function[Any]], refusal: str, *, settled: int = 0
) -> Connection:
    with ExitStack() as opened:
        connection = opened.enter_context(lasting_connection(url))
        connection.execute(_WAIT, {"settled": settled})
        if not connection.scalar(select(how(LOCK))):
            raise CommandError(refusal)
        opened.pop_all()
    return connection

"""What commands with a database share: options, opening, locks, error messages.

Two processes on one SQLite file could damage it, and saves would be lost while a
database is replaced. Several servers may share one PostgreSQL.
"""

import fcntl
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click
import sqlalchemy as sa
from flask import Flask
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.cli import REFUSED, CommandError, backups
from scorepad.db import faults, schema
from scorepad.db.dumps import BackupRefusedError, file_of
from scorepad.db.engine import engine_for, lasting_connection
from scorepad.db.schema import SchemaMismatchError
from scorepad.services import requests
from scorepad.services.rate_limits import UNLIMITED
from scorepad.settings import SettingRefusedError, Settings, read_settings

DAMAGED = 3  # exit status for a damaged database; Python itself uses 1


def options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the location of the database."""
    folder = "Folder of the database and the secret.  [SCOREPAD_INSTANCE; default:"
    folder += " instance/ of a checkout, else ~/.local/state/scorepad]"
    address = "sqlite:///… or postgresql://…  [SCOREPAD_DATABASE_URL]"
    url = click.option("--database-url", metavar="URL", help=address)
    return click.option("--instance", metavar="FOLDER", help=folder)(url(function))


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn errors that a host can fix into a :class:`CommandError`: one sentence."""
    try:
        yield
    except requests.NotThereError:
        raise CommandError(
            "There is no such group; 'scorepad group' lists them."
        ) from None
    except requests.EntryRefusedError as refused:
        found = " ".join(f"{e.field}: {e.problem}" for e in refused.objections[:1])
        raise CommandError(f"A game cannot be imported ({found}).") from None
    except (SettingRefusedError, SchemaMismatchError, BackupRefusedError) as refused:
        raise CommandError(str(refused)) from None
    except faults.FAULTS as fault:
        status = DAMAGED if faults.is_damage(fault) else REFUSED
        raise CommandError(
            f"The database cannot be used ({faults.reason_of(fault)});"
            " SCOREPAD_DATABASE_URL or --database-url names another.",
            status,
        ) from None
    except OSError as fault:
        raise CommandError(
            f"{fault.filename or 'A file'} cannot be used ({fault.strerror}); expected"
            " one that this user can read and write."
        ) from None


@contextmanager
def opened(**where: str | None) -> Iterator[tuple[Session, Settings]]:
    """Open the database that the options name; :class:`CommandError` if it cannot."""
    with one_sentence():
        settings = read_settings(**where)
        schema.check_version(backups.check_before_use(settings))
        with engine_for(settings.database_url) as engine:
            engine.update_execution_options(**{UNLIMITED: True})
            with Session(engine) as session:
                yield session, settings


def open_app(settings: Settings) -> Flask:
    """Return an application on the newest schema."""
    backups.check_before_serving(settings, is_new=False)
    settings.instance.mkdir(parents=True, exist_ok=True)
    upgrade(settings, is_alone=False)
    return create_app(settings)


def upgrade(settings: Settings, *, is_alone: bool = True) -> Path | None:
    """Upgrade the schema; print and return the path of the backup made before, if any.

    Without *is_alone*, lock an older database, since a server may be using it.
    """
    found = backups.find_version(settings)
    schema.check_known(found)
    is_older = found not in {None, schema.newest_version()}
    if is_older and not is_alone:
        with lock_database(settings):
            return upgrade(settings)
    kept = backups.back_up(settings) if is_older else None
    schema.upgrade(settings.database_url)
    if kept:
        print(f"The database was upgraded; the one before is in {kept}")
    return kept


LOCK: Final = 0x5C02E9AD  # any number that no other program locks in the same database

LOOK_EVERY_S: Final = 0.5

# Servers hold their locks again five seconds after PostgreSQL starts.
_WAIT: Final = sa.text(
    "SELECT pg_sleep(greatest(0, 5 -"
    " extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())))"
)


def lock_database(
    settings: Settings, *, to_serve: bool = False
) -> AbstractContextManager[object]:
    """Lock a database during a ``with`` block; *to_serve* shares a PostgreSQL.

    :raises CommandError: another process uses it.
    """
    settings.instance.mkdir(parents=True, exist_ok=True)
    url = settings.database_url
    if not settings.is_embedded:
        return _together(url) if to_serve else _locked(url, is_shared=False)
    # Beside it, because other instances may use it, too.
    place = Path(f"{file_of(url).resolve()}.lock")
    lock = place.open("w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CommandError(
            f"Another Scorepad already serves {place.parent}; stop it first,"
            " or choose another folder (SCOREPAD_INSTANCE or --instance)."
        ) from None
    return lock


@contextmanager
def _together(url: str) -> Iterator[None]:
    """Hold a shared lock, and take it again when PostgreSQL restarts."""
    ended = threading.Event()

    def keep(connection: sa.Connection) -> None:
        while not ended.wait(LOOK_EVERY_S):
            try:
                connection.execute(sa.text("SELECT 1"))
            except (sa.exc.ResourceClosedError, *faults.FAULTS):  # closed or lost
                connection.close()
                with suppress(CommandError, *faults.FAULTS):
                    connection = _locked(url, is_shared=True)
        connection.close()

    first = _locked(url, is_shared=True)
    keeping = threading.Thread(target=keep, args=(first,), daemon=True)
    keeping.start()
    try:
        yield
    finally:
        ended.set()
        keeping.join(timeout=LOOK_EVERY_S)


def _locked(url: str, *, is_shared: bool) -> sa.Connection:
    connection = lasting_connection(url)
    lock = sa.func.pg_try_advisory_lock_shared
    if not is_shared:
        connection.execute(_WAIT)
        lock = sa.func.pg_try_advisory_lock
    if connection.scalar(sa.select(lock(LOCK))):
        return connection
    connection.close()
    raise CommandError(
        "The database is just put back, moved or upgraded; start again when that is"
        " over."
        if is_shared
        else "A Scorepad serves this PostgreSQL; stop it first."
    )

"""Shared parts of commands with a database: options, opening, error messages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from flask import Flask
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.cli import REFUSED, CommandError
from scorepad.cli.backups import check_before_serving, check_before_use, upgrade
from scorepad.cli.locks import opening
from scorepad.db import schema
from scorepad.db.connections import engine_for
from scorepad.db.dumps import BackupRefusedError
from scorepad.db.faults import FAULTS, is_damage, reason_of
from scorepad.db.transfer import NotEmptyError
from scorepad.services.errors import NotThereError
from scorepad.services.rate_limits import UNLIMITED
from scorepad.settings import SettingRefusedError, Settings, read_settings

DAMAGED = 3
"""Exit status for a damaged database; Python itself uses 1."""


def database_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the location of the database."""
    folder = "Folder of the database and the secret."
    where = f"{folder}  [SCOREPAD_INSTANCE; default: instance/]"
    address = "sqlite:///… or postgresql://…  [SCOREPAD_DATABASE_URL]"
    url = click.option("--database-url", metavar="URL", help=address)
    return click.option("--instance", metavar="FOLDER", help=where)(url(function))


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn errors that a host can fix into one sentence.

    :raises CommandError: settings, files or the database cannot be used.
    """
    try:
        yield
    except NotThereError:
        raise CommandError(
            "There is no such group; 'scorepad group' lists them."
        ) from None
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
def database(**where: str | None) -> Iterator[tuple[Session, Settings]]:
    """Open the database that the options name, without rate limits.

    :raises CommandError: there is none, or it cannot be used.
    """
    with one_sentence():
        settings = read_settings(**where)
        check_before_use(settings)
        with engine_for(settings.database_url) as engine:
            engine.update_execution_options(**{UNLIMITED: True})
            schema.check_version(engine)
            with Session(engine) as session:
                yield session, settings


def open_app(settings: Settings) -> Flask:
    """Return an application after creating or upgrading its database.

    :raises CommandError: the database was lost, is damaged or not ours, or another
        process uses it and it needs an upgrade.
    """
    with one_sentence(), opening(settings):
        check_before_serving(settings, is_new=False)
        settings.instance.mkdir(parents=True, exist_ok=True)
        upgrade(settings, is_alone=False)
        return create_app(settings)

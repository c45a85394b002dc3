"""What every command does that works on the database: open it, refuse, close it."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorepad.commands.database_state import DatabaseRefusedError, check_before_use
from scorepad.commands.printing import refuse
from scorepad.services.pacing import UNPACED
from scorepad.services.refusing import NotThereError
from scorepad.settings import SettingRefusedError, Settings, read_settings
from scorepad.store import schema
from scorepad.store.connections import driver_url, engine_options, prepare_engine
from scorepad.store.upkeep.faults import FAULTS, is_damage, reason_of

DAMAGED = 3
"""The status where a database is damaged; Python itself ends with 1."""

REFUSALS = (SettingRefusedError, DatabaseRefusedError, schema.SchemaMismatchError)

NO_SUCH_GROUP = "There is no such group; 'scorepad group' lists them."


def with_database(
    command: str, args: argparse.Namespace, work: Callable[[Session, Settings], int]
) -> int:
    """Do *work* with the database that *args* name; its status, or a refusal."""
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        with opened(settings) as session:
            return work(session, settings)
    except NotThereError:
        return refuse(command, NO_SUCH_GROUP)
    except REFUSALS as refused:
        return refuse(command, str(refused))
    except FAULTS as error:
        status = refuse(command, f"The database cannot be used ({reason_of(error)}).")
        return DAMAGED if is_damage(error) else status


@contextmanager
def opened(settings: Settings) -> Iterator[Session]:
    """Open the database, without limits on how often anything may be done.

    :raises DatabaseRefusedError: there is none.
    :raises SchemaMismatchError: it is of another version.
    """
    check_before_use(settings)
    url = settings.database_url
    engine = create_engine(driver_url(url), **engine_options(url))
    engine.update_execution_options(**{UNPACED: True})
    prepare_engine(engine)
    try:
        schema.check_version(engine)
        with Session(engine) as session:
            yield session
    finally:
        engine.dispose()

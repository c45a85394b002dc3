"""What every command does that works on the database: open it, refuse, close it."""

import argparse
import os
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.commands.printing import refuse
from scorepad.services.refusing import NotThereError
from scorepad.settings import SettingRefusedError, Settings, read_settings
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.upkeep.faults import FAULTS, is_damage, reason_of

DAMAGED = 3
"""The status where what is stored is not what was saved; Python itself ends with 1."""

WRONG_FIGURES = 4
"""The status where only figures are, which follow from it."""

NO_SUCH_GROUP = "There is no such group; 'scorepad group' lists them."


def with_database(
    command: str, args: argparse.Namespace, work: Callable[[Session, Settings], int]
) -> int:
    """Do *work* with the database that *args* name; its status, or a refusal."""
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        with create_app(replace(settings, limits=False)).app_context():
            try:
                return work(db.session(), settings)
            finally:
                db.session.remove()
                db.engine.dispose()
    except NotThereError:
        return refuse(command, NO_SUCH_GROUP)
    except (SettingRefusedError, schema.SchemaMismatchError) as refused:
        return refuse(command, str(refused))
    except FAULTS as error:
        status = refuse(command, f"The database cannot be used ({reason_of(error)}).")
        return DAMAGED if is_damage(error) else status

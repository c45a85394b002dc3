"""Work out the tallies of all finished games again.

They are a copy kept to show a season fast; what people wrote down is not touched.
"""

import argparse
import os

from scorepad.app import create_app
from scorepad.commands.printing import refuse
from scorepad.services.tallying import recount
from scorepad.settings import SettingRefusedError, read_settings
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.faults import FAULTS, reason_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    parser.add_argument("--instance", help="as for 'scorepad serve'")
    parser.add_argument("--database-url", help="as for 'scorepad serve'")


def run(args: argparse.Namespace) -> int:
    """Recount, and say how many games."""
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        with create_app(settings).app_context():
            print(f"{recount(db.session())} finished games counted again.")
            db.engine.dispose()
    except (SettingRefusedError, schema.SchemaMismatchError) as refused:
        return refuse("recount", str(refused))
    except FAULTS as error:
        return refuse("recount", f"The database cannot be used ({reason_of(error)}).")
    return 0

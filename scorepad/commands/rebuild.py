"""Work out again everything that Scorepad keeps only to be fast.

Tallies of finished games, the sums of seasons and players, ratings: a copy kept to show
a season at once. What people wrote down is not touched, and people may go on writing
meanwhile.
"""

import argparse
import os

from scorepad.app import create_app
from scorepad.commands.database_options import add_database_options
from scorepad.commands.printing import refuse
from scorepad.commands.progress import Progress
from scorepad.services.rating import rebuild_ratings
from scorepad.services.rebuilding import measure_tables, rebuild
from scorepad.settings import SettingRefusedError, read_settings
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.faults import FAULTS, reason_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Rebuild, and say how many games."""
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        with create_app(settings).app_context():
            worked_out, rated = Progress("games worked out"), Progress("games rated")
            count = rebuild(db.session(), worked_out.show)
            worked_out.end()
            rebuild_ratings(db.session(), rated.advance)
            rated.end()
            measure_tables(db.session())
            print(f"{count} finished games worked out again.")
            db.engine.dispose()
    except (SettingRefusedError, schema.SchemaMismatchError) as refused:
        return refuse("rebuild", str(refused))
    except FAULTS as error:
        return refuse("rebuild", f"The database cannot be used ({reason_of(error)}).")
    return 0

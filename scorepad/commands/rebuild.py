"""Work out again everything that Scorepad keeps only to be fast.

Tallies of finished games, the sums of seasons and players, ratings: a copy kept to show
a season at once. What people wrote down is not touched, and people may go on writing
meanwhile.
"""

import argparse

from sqlalchemy.orm import Session

from scorepad.commands.database import with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.progress import Progress
from scorepad.services.seasons.rating import rebuild_ratings
from scorepad.services.upkeep.rebuilding import measure_tables, rebuild
from scorepad.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Rebuild, and say how many games."""
    return with_database("rebuild", args, _rebuild)


def _rebuild(session: Session, _settings: Settings) -> int:
    worked_out, rated = Progress("games worked out"), Progress("games rated")
    count = rebuild(session, worked_out.show)
    worked_out.end()
    rebuild_ratings(session, rated.advance)
    rated.end()
    measure_tables(session)
    print(f"{count} finished games worked out again.")
    return 0

"""Work out again everything that Scorepad keeps only to be fast.

That is what follows from finished games, from which seasons are summed up. What people
wrote down is not touched, and people may go on writing meanwhile.
"""

import argparse

from sqlalchemy.orm import Session

from scorepad.commands.database import with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.progress import Progress
from scorepad.services.seasons.results import measure_tables, rebuild_results
from scorepad.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Rebuild, and say how many games."""
    return with_database("rebuild", args, _rebuild)


def _rebuild(session: Session, _settings: Settings) -> int:
    progress = Progress("games worked out")
    count = rebuild_results(session, progress.show)
    progress.end()
    measure_tables(session)
    print(f"{count} finished games worked out again.")
    return 0

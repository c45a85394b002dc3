"""Look whether everything is as it was saved; people may go on playing meanwhile.

The file of the database from end to end, the seal of every state in the history, and
every round against the last one of its states. Damage is told line by line; put back
the last backup from before it ('scorepad restore').

Exit status: 0 if all is well, 3 if something is damaged, 2 if nobody could look.
"""

import argparse

from sqlalchemy.orm import Session

from scorepad.commands.database import DAMAGED, with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.progress import Progress
from scorepad.services.upkeep.proving import Damage, damages
from scorepad.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Look, and tell what is damaged."""
    return with_database("check", args, _check)


def _check(session: Session, _settings: Settings) -> int:
    progress = Progress("games looked at")
    found = 0
    for damage in damages(session, progress.show):
        print(_line(damage), flush=True)
        found += 1
    progress.end()
    if found:
        return DAMAGED
    print("Everything is as it was saved.")
    return 0


def _line(damage: Damage) -> str:
    if damage.game is None:
        return f"database: {damage.what}"
    part = f"round {damage.number}" if damage.number else "settings"
    return f"game {damage.game}, {part}: {damage.what}"

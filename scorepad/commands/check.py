"""Look whether everything is as it was saved; people may go on playing meanwhile.

The file of the database from end to end, the seal of every state in the history, every
round and every game against the last one of its states, and the figures that are kept
to be shown at once against those that follow from the games. Damage is told line by
line; put back the last backup from before it ('scorepad restore'). Where it is only
figures, 'scorepad rebuild' works them out again and nothing is lost.

Exit status: 0 if all is well, 3 if what people wrote down is damaged, 4 if only figures
are wrong, 2 if nobody could look.
"""

import argparse

from sqlalchemy.orm import Session

from scorepad.commands.database import DAMAGED, WRONG_FIGURES, with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.progress import Progress
from scorepad.services.upkeep.proving import Damage, damages
from scorepad.settings import Settings

REBUILD = (
    "What people wrote down is as it was saved."
    " 'scorepad rebuild' works the figures out again."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Look, and tell what is damaged."""
    return with_database("check", args, _check)


def _check(session: Session, _settings: Settings) -> int:
    progress = Progress("games looked at")
    found = []
    for damage in damages(session, progress.show):
        print(_line(damage), flush=True)
        found.append(damage.mends)
    progress.end()
    if not found:
        print("Everything is as it was saved.")
        return 0
    if not all(found):
        return DAMAGED
    print(REBUILD)
    return WRONG_FIGURES


def _line(damage: Damage) -> str:
    if damage.group is not None:
        return f"group {damage.group}, {damage.what}"
    if damage.game is None:
        return f"database: {damage.what}"
    if damage.number is None:
        return f"game {damage.game}: {damage.what}"
    part = f"round {damage.number}" if damage.number else "settings"
    return f"game {damage.game}, {part}: {damage.what}"

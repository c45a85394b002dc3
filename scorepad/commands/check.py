"""Look whether the database and the newest backup are whole; people may go on playing.

SQLite reads its file from end to end and looks whether every reference leads somewhere;
a PostgreSQL is read by pg_dump. Of the newest backup every checksum is compared. Where
the database is damaged, put back the last backup from before ('scorepad restore').

Exit status: 0 if all is well, 3 if something is damaged, 2 if nobody could look.
"""

import argparse

from sqlalchemy.orm import Session

from scorepad.commands.database import DAMAGED, with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.database_state import newest_backup
from scorepad.commands.printing import refuse
from scorepad.settings import Settings
from scorepad.store.upkeep.backups import BackupRefusedError, check_archive
from scorepad.store.upkeep.dumps import complaints_about
from scorepad.store.upkeep.postgresql import DumpRefusedError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """Look, and tell what is damaged."""
    return with_database("check", args, _check)


def _check(_session: Session, settings: Settings) -> int:
    try:
        complaints = complaints_about(settings.database_url)
    except DumpRefusedError as refused:
        return refuse("check", str(refused))
    for complaint in complaints:
        print(f"The database is damaged: {complaint}")
    if not complaints:
        print("The database is whole.")
    return DAMAGED if _is_backup_damaged(settings) or complaints else 0


def _is_backup_damaged(settings: Settings) -> bool:
    found = newest_backup(settings)
    if found is None:
        print("There is no backup yet.")
        return False
    try:
        check_archive(found)
    except BackupRefusedError as refused:
        print(refused)
        return True
    print(f"So is the newest backup, {found}")
    return False

"""Make a backup of everything, while people go on playing.

It is one file with the database, which knows every device, and the secret, and goes to
the folder of backups, and to the second one if SCOREPAD_SECOND_BACKUPS names it.
'scorepad serve' makes one a day by itself. Backups older than 30 days are deleted.
"""

import argparse
import os

from scorepad.commands.backing_up import back_up
from scorepad.commands.database_options import add_database_options
from scorepad.commands.printing import refuse
from scorepad.settings import SettingRefusedError, read_settings
from scorepad.store.upkeep.backups import BackupRefusedError
from scorepad.store.upkeep.faults import FAULTS, reason_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where the database is, and where the backup goes."""
    add_database_options(parser)
    parser.add_argument(
        "--to", metavar="FOLDER", help="where to (SCOREPAD_BACKUPS, instance/backups)"
    )


def run(args: argparse.Namespace) -> int:
    """Make it, and print where it is."""
    os.umask(0o077)
    try:
        settings = read_settings(
            os.environ,
            {"backups": "--to"},
            instance=args.instance,
            database_url=args.database_url,
            backups=args.to,
        )
        print(back_up(settings))
    except (SettingRefusedError, BackupRefusedError) as refused:
        return refuse("backup", str(refused))
    except FAULTS as error:
        return refuse("backup", f"The database cannot be used ({reason_of(error)}).")
    return 0

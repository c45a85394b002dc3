"""``scorepad check``: look for damage in the database and the newest backup."""

import click

from scorepad.commands.database import DAMAGED, database, database_options
from scorepad.commands.database_state import newest_backup
from scorepad.settings import Settings
from scorepad.store.upkeep.backups import check_archive
from scorepad.store.upkeep.dumps import BackupRefusedError, complaints_about


@click.command("check")
@database_options
def command(instance: str | None, database_url: str | None) -> int:
    """Look for damage in the database and the newest backup.

    People may go on playing. SQLite reads its file from end to end and checks that
    every reference leads somewhere; PostgreSQL is read by pg_dump. Of the newest backup
    every checksum is compared. If the database is damaged, put back the last backup
    from before ('scorepad restore').

    Exit status: 0 if all is well, 3 if something is damaged, 2 if it could not be
    checked.
    """
    with database(instance, database_url) as (_session, settings):
        complaints = complaints_about(settings.database_url)
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

"""``scorepad backup``: make a backup of everything."""

import os

import click

from scorepad.commands.backing_up import back_up
from scorepad.commands.database import database_options, one_sentence
from scorepad.settings import read_settings


@click.command("backup")
@database_options
@click.option(
    "--to",
    metavar="FOLDER",
    help="Where to write it.  [SCOREPAD_BACKUPS; default: instance/backups/]",
)
@one_sentence()
def command(instance: str | None, database_url: str | None, to: str | None) -> int:
    """Make a backup of everything, while people go on playing.

    It is one file with the database, which knows every device, and the secret. It goes
    to the folder of backups, and to a second one if SCOREPAD_SECOND_BACKUPS names it.
    'scorepad serve' makes one a day. Backups older than 30 days are deleted.
    """
    os.umask(0o077)
    settings = read_settings(
        {"backups": "--to"}, instance=instance, database_url=database_url, backups=to
    )
    print(back_up(settings))
    return 0

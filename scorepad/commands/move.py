"""``scorepad move``: move everything into another database."""

import os
from typing import Final

import click

from scorepad.commands.database import database_options, one_sentence
from scorepad.commands.database_state import check_before_use
from scorepad.commands.locks import hold, hold_database
from scorepad.commands.printing import progress_bar
from scorepad.settings import Settings, read_settings
from scorepad.store import schema
from scorepad.store.connections import engine_for
from scorepad.store.upkeep.transfer import NotEmptyError, check_is_empty, transfer

STAYS: Final = (
    "The old database stays where it is, with everybody's data: delete it once the new"
    " one serves."
)


@click.command("move")
@database_options
@click.option("--to", required=True, metavar="URL", help="Address of the new database.")
@one_sentence()
def command(instance: str | None, database_url: str | None, to: str) -> int:
    """Move everything into another database, as from SQLite into PostgreSQL.

    \b
    scorepad move --to postgresql://pad:secret@localhost/pad

    Scorepad must not be running. The new database must be empty. All rows arrive, with
    ids, history and devices, or none; the old database stays as it is. Afterwards set
    SCOREPAD_DATABASE_URL to the new address.
    """
    os.umask(0o077)
    settings = read_settings(instance=instance, database_url=database_url)
    other = read_settings({"database_url": "--to"}, instance=instance, database_url=to)
    if other.database_url == settings.database_url:
        raise NotEmptyError
    check_before_use(settings)
    with hold(settings), hold_database(other):
        print(f"{_move(settings, other)} rows moved.")
        print(STAYS)
    return 0


def _move(settings: Settings, other: Settings) -> int:
    with engine_for(settings.database_url) as source:
        schema.check_version(source)
        # Before anything is written there: it may be another application's.
        with engine_for(other.database_url, prepared=False) as untouched:
            check_is_empty(untouched)
        schema.upgrade(other.database_url)
        with (
            engine_for(other.database_url) as target,
            progress_bar("rows moved") as show,
        ):
            return transfer(source, target, show)

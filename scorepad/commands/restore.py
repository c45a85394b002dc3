"""``scorepad restore``: put a backup in the place of the database."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy.exc import DatabaseError

from scorepad.commands.backing_up import add_backup
from scorepad.commands.database import database_options, one_sentence
from scorepad.commands.database_state import UNTOUCHED, State, foreign, state_of
from scorepad.commands.locks import hold
from scorepad.commands.printing import CommandError
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import Settings, read_settings
from scorepad.store import schema
from scorepad.store.groups.forgotten import learn_from
from scorepad.store.upkeep.backups import SECRET, Unpacked, unpacked
from scorepad.store.upkeep.dumps import (
    file_of,
    journals_of,
    load,
    name_of_dump,
    set_aside,
)
from scorepad.store.upkeep.faults import is_damage


@click.command("restore")
@click.argument("backup", metavar="FILE")
@database_options
@click.option(
    "--replace",
    is_flag=True,
    help="Replace the database that is there, and keep it beside.",
)
@one_sentence()
def command(
    backup: str, instance: str | None, database_url: str | None, *, replace: bool
) -> int:
    """Put a backup in the place of the database.

    FILE is a file of 'scorepad backup'. Scorepad must not be running. The backup is
    read from end to end first. A database that is there already is replaced only with
    --replace, and kept: an SQLite file under another name, from which 'scorepad
    restore' takes it back, PostgreSQL as a backup. The next 'scorepad serve' upgrades
    what an older Scorepad has written.
    """
    os.umask(0o077)
    file = Path(backup)
    settings = read_settings(instance=instance, database_url=database_url)
    with unpacked(file) as found:
        _check_fits(found, settings)
        with hold(settings):
            _put_back(found, file, settings, replace=replace)
    print(f"{backup} is back in place.")
    return 0


def _put_back(
    found: Unpacked, file: Path, settings: Settings, *, replace: bool
) -> None:
    if _holds_something(settings):
        if not replace:
            raise CommandError(
                "There is a database already; --replace puts the backup in its place,"
                " and keeps what is there."
            )
        # It goes thirty days later, as backups do.
        now = datetime.now(UTC)
        if settings.is_embedded:
            kept = set_aside(settings.database_url, now)
        else:
            kept = add_backup(settings, now)
        print(f"What was there is kept in {kept}")
    # Whoever was forgotten since is forgotten again at the next start.
    learn_from(file.parent, settings.instance)
    load(settings.database_url, found.database)
    if found.secret is not None:
        place = settings.instance / SECRET
        shutil.copyfile(found.secret, place)
        place.chmod(0o600)
    (settings.instance / DAMAGE).unlink(missing_ok=True)


def _check_fits(found: Unpacked, settings: Settings) -> None:
    if found.database.name != name_of_dump(settings.database_url):
        kind = "an embedded" if settings.is_embedded else "a PostgreSQL"
        raise CommandError(
            f"The backup is not of {kind} database; choose one that is, or another"
            f" database ({settings.name_of('database_url')})."
        )
    schema.check_known(found.schema)


def _holds_something(settings: Settings) -> bool:
    """Whether a database of ours is there, or what damage has left of one.

    :raises CommandError: it is not known to be ours, so it is not replaced.
    """
    url = settings.database_url
    try:
        state = state_of(settings, UNTOUCHED)
    except DatabaseError as fault:
        if not is_damage(fault):
            raise
        return True
    if state is State.FOREIGN:
        raise CommandError(foreign(settings))
    files = [file_of(url), *journals_of(url)] if settings.is_embedded else []
    left = any(each.exists() and each.stat().st_size for each in files)
    return state is State.OURS or left

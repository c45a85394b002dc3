"""Put a backup back in the place of the database.

Scorepad must not be running. The backup is read from end to end first; a database that
is there already is only replaced with --replace, and kept: the file under another name,
from which 'scorepad restore' takes it back, or the PostgreSQL as a backup. The next
'scorepad serve' upgrades what an older Scorepad has written.
"""

import argparse
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from scorepad.commands.backing_up import add_backup
from scorepad.commands.database import REFUSALS
from scorepad.commands.database_options import add_database_options
from scorepad.commands.database_state import (
    UNTOUCHED,
    DatabaseRefusedError,
    State,
    foreign,
    state_of,
)
from scorepad.commands.printing import refuse
from scorepad.commands.serving.holding import HoldRefusedError, hold
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import Settings, read_settings
from scorepad.store import schema
from scorepad.store.groups.forgotten import learn_from
from scorepad.store.upkeep.backups import SECRET, BackupRefusedError, Unpacked, unpacked
from scorepad.store.upkeep.dumps import (
    file_of,
    journals_of,
    load,
    name_of_dump,
    set_aside,
)
from scorepad.store.upkeep.faults import FAULTS, is_damage, reason_of
from scorepad.store.upkeep.postgresql import DumpRefusedError


class RestoreRefusedError(Exception):
    """Nothing was put back; the message is one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the backup, and where it goes."""
    parser.add_argument("backup", metavar="FILE", help="a file of 'scorepad backup'")
    add_database_options(parser)
    parser.add_argument(
        "--replace",
        action="store_true",
        help="replace the database that is there, and keep it beside",
    )


def run(args: argparse.Namespace) -> int:
    """Put it back, and say what was there before."""
    os.umask(0o077)
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        with unpacked(Path(args.backup)) as found:
            _check_fits(found, settings)
            with hold(settings):
                _put_back(found, settings, args)
    except (
        *REFUSALS,
        HoldRefusedError,
        BackupRefusedError,
        DumpRefusedError,
        RestoreRefusedError,
    ) as refused:
        return refuse("restore", str(refused))
    except FAULTS as error:
        return refuse("restore", f"The database cannot be used ({reason_of(error)}).")
    except OSError as error:
        return refuse("restore", f"{error.filename} cannot be used ({error.strerror}).")
    print(f"{args.backup} is back in place.")
    return 0


def _put_back(found: Unpacked, settings: Settings, args: argparse.Namespace) -> None:
    if _holds_something(settings):
        if not args.replace:
            raise RestoreRefusedError(
                "There is a database already; --replace puts the backup in its place,"
                " and keeps what is there."
            )
        print(f"What was there is kept in {_kept(settings)}")
    # Whoever was forgotten since is forgotten again at the next start.
    learn_from(Path(args.backup).parent, settings.instance)
    load(settings.database_url, found.database)
    _put_secret_back(found, settings)
    (settings.instance / DAMAGE).unlink(missing_ok=True)


def _check_fits(found: Unpacked, settings: Settings) -> None:
    if found.database.name != name_of_dump(settings.database_url):
        kind = "an embedded" if settings.is_embedded else "a PostgreSQL"
        raise RestoreRefusedError(
            f"The backup is not of {kind} database; choose one that is, or another"
            f" database ({settings.name_of('database_url')})."
        )
    schema.check_known(found.schema)


def _holds_something(settings: Settings) -> bool:
    """Whether a database of ours is there, or what damage has left of one.

    :raises DatabaseRefusedError: it is not known to be ours, so it is not replaced.
    """
    try:
        state = state_of(settings, UNTOUCHED)
    except DatabaseError as fault:
        if not is_damage(fault):
            raise
        return True
    if state is State.FOREIGN:
        raise DatabaseRefusedError(foreign(settings))
    return state is State.OURS or (settings.is_embedded and bool(_files(settings)))


def _files(settings: Settings) -> list[Path]:
    url = settings.database_url
    found = (file_of(url), *journals_of(url))
    return [each for each in found if each.exists() and each.stat().st_size]


def _kept(settings: Settings) -> Path:
    """Keep what is there; it goes thirty days later, as backups do."""
    now = datetime.now(UTC)
    if settings.is_embedded:
        return set_aside(settings.database_url, now)
    return add_backup(settings, now)


def _put_secret_back(found: Unpacked, settings: Settings) -> None:
    if found.secret is not None:
        place = settings.instance / SECRET
        shutil.copyfile(found.secret, place)
        place.chmod(0o600)

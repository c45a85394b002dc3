"""Put a backup back in the place of the database.

Scorepad must not be running. The backup is read from end to end first; a database that
is there already is only replaced with --replace, and backed up before. The next
'scorepad serve' upgrades what an older Scorepad has written.
"""

import argparse
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DatabaseError

from scorepad.commands.backing_up import add_backup
from scorepad.commands.database_options import add_database_options
from scorepad.commands.printing import refuse
from scorepad.commands.serving.holding import HoldRefusedError, hold
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import SettingRefusedError, Settings, read_settings
from scorepad.store import schema
from scorepad.store.connections import driver_url, engine_options
from scorepad.store.groups.forgotten import learn_from
from scorepad.store.upkeep.backups import SECRET, BackupRefusedError, Unpacked, unpacked
from scorepad.store.upkeep.dumps import (
    is_damaged,
    load,
    name_of_dump,
    set_aside,
)
from scorepad.store.upkeep.faults import FAULTS, reason_of
from scorepad.store.upkeep.served import DumpRefusedError
from scorepad.store.upkeep.transfer import NotEmptyError, check_is_empty


class RestoreRefusedError(Exception):
    """Nothing was put back; the message is one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the backup, and where it goes."""
    parser.add_argument("backup", metavar="FILE", help="a file of 'scorepad backup'")
    add_database_options(parser)
    parser.add_argument(
        "--replace",
        action="store_true",
        help="replace the database that is there, after a backup of it",
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
        SettingRefusedError,
        HoldRefusedError,
        BackupRefusedError,
        DumpRefusedError,
        RestoreRefusedError,
        schema.SchemaMismatchError,
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
        _make_room(settings, replace=args.replace)
    # Whatever ends this from here on, whoever was forgotten is again.
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

    :raises RestoreRefusedError: it is not known to be ours, so it is not replaced.
    """
    url = settings.database_url
    if settings.is_embedded and not Path(url.removeprefix("sqlite:///")).exists():
        return False
    engine = create_engine(driver_url(url), **engine_options(url))
    try:
        if schema.version_of(engine) is not None:
            return True
        check_is_empty(engine)
    except NotEmptyError:
        if not is_damaged(url):
            raise RestoreRefusedError(
                "There is something in the database that is not known to be Scorepad's;"
                " move it away, or choose another database"
                f" ({settings.name_of('database_url')})."
            ) from None
        return True
    except DatabaseError:
        if not is_damaged(url):
            raise
        return True
    finally:
        engine.dispose()
    return is_damaged(url)


def _make_room(settings: Settings, *, replace: bool) -> None:
    if not replace:
        raise RestoreRefusedError(
            "There is a database already; --replace puts the backup in its place,"
            " after a backup of what is there."
        )
    print(f"What was there is kept in {_kept(settings)}")


def _kept(settings: Settings) -> Path:
    """A backup of what is there, or its file under another name if it is damaged.

    Both go thirty days later, and whatever is older goes with the next backup: it may
    be what is being put back.
    """
    try:
        return add_backup(settings, datetime.now(UTC))
    except (BackupRefusedError, DatabaseError):
        if not is_damaged(settings.database_url):
            raise
        return set_aside(settings.database_url)


def _put_secret_back(found: Unpacked, settings: Settings) -> None:
    if found.secret is not None:
        place = settings.instance / SECRET
        shutil.copyfile(found.secret, place)
        place.chmod(0o600)

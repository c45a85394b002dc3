"""Move everything into another database, as from the embedded one into PostgreSQL.

    scorepad move --to postgresql://pad:secret@localhost/pad

Scorepad must not be running. The other database is made ready if it is empty, and
refused if it is not. All rows arrive, with ids, history and devices, or none; what was
there before stays where it is. Afterwards set SCOREPAD_DATABASE_URL to the new address.
"""

import argparse
import os
from typing import Final

from sqlalchemy import Engine, create_engine

from scorepad.commands.database import REFUSALS
from scorepad.commands.database_options import add_database_options
from scorepad.commands.database_state import check_before_use
from scorepad.commands.printing import refuse
from scorepad.commands.progress import Progress
from scorepad.commands.serving.holding import HoldRefusedError, hold, hold_database
from scorepad.settings import Settings, read_settings
from scorepad.store import schema
from scorepad.store.connections import driver_url, engine_options, prepare_engine
from scorepad.store.upkeep.faults import FAULTS, reason_of
from scorepad.store.upkeep.transfer import NotEmptyError, check_is_empty, transfer

STAYS: Final = (
    "The database of before stays where it is, and holds everybody still: delete it"
    " once the new one serves."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take where everything is, and where it goes."""
    add_database_options(parser)
    parser.add_argument(
        "--to", required=True, metavar="URL", help="address of the other database"
    )


def run(args: argparse.Namespace) -> int:
    """Move, and say how much."""
    os.umask(0o077)
    try:
        settings = read_settings(
            os.environ, instance=args.instance, database_url=args.database_url
        )
        other = read_settings(
            {},
            {"database_url": "--to"},
            instance=args.instance,
            database_url=args.to,
        )
        _check_are_two(settings, other)
        check_before_use(settings)
        with hold(settings), hold_database(other):
            print(f"{_move(settings, other)} rows moved.")
            print(STAYS)
    except NotEmptyError:
        return refuse("move", "The other database holds something already.")
    except (*REFUSALS, HoldRefusedError) as no:
        return refuse("move", str(no))
    except FAULTS as error:
        return refuse("move", f"A database cannot be used ({reason_of(error)}).")
    return 0


def _check_are_two(settings: Settings, other: Settings) -> None:
    if other.database_url == settings.database_url:
        raise NotEmptyError


def _move(settings: Settings, other: Settings) -> int:
    source, target = _engine(settings.database_url), _engine(other.database_url)
    progress = Progress("rows moved")
    try:
        schema.check_version(source)
        _check_is_empty(other.database_url)
        schema.upgrade(other.database_url)
        return transfer(source, target, progress.show)
    finally:
        progress.end()
        source.dispose()
        target.dispose()


def _check_is_empty(url: str) -> None:
    """Before anything is written there: it may be another application's."""
    engine = create_engine(driver_url(url), **engine_options(url))
    try:
        check_is_empty(engine)
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    engine = create_engine(driver_url(url), **engine_options(url))
    prepare_engine(engine)
    return engine

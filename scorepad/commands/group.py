"""List the groups of this server, or let somebody back into one.

    scorepad group
    scorepad group --rescue 5b7c…

Whoever lost all devices of a group, and the code that was to be kept safe, comes back
as its owner with the address that --rescue prints. It works once; a code made before
it does not work any more.
"""

import argparse
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.commands.database import with_database
from scorepad.commands.database_options import add_database_options
from scorepad.services.securing import known_groups, rescue
from scorepad.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take which group, and where the database is."""
    parser.add_argument(
        "--rescue", type=UUID, metavar="ID", help="let somebody back into this group"
    )
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """List, or print the way back."""

    def work(session: Session, settings: Settings) -> int:
        if args.rescue is None:
            _list(session)
        else:
            _rescue(session, settings, args.rescue)
        return 0

    return with_database("group", args, work)


def _list(session: Session) -> None:
    for group in known_groups(session):
        name = group.name or "(no name)"
        day = group.created_at.date().isoformat()
        print(f"{group.id_}  {name}  devices: {group.devices}  since {day}")


def _rescue(session: Session, settings: Settings, gid: UUID) -> None:
    code = rescue(session, gid)
    address = settings.address or f"http://localhost:{settings.port}"
    print("Open this on the device that shall own the group; it works once:")
    print(f"{address}/join#{code}", flush=True)

"""List the groups of this server, let somebody back into one, or bring one in.

    scorepad group
    scorepad group --rescue 5b7c…
    scorepad group --bring everything.json
    scorepad group --new

Whoever lost all devices of a group, and the code that was to be kept safe, comes back
as its owner with the address that --rescue prints. It works once; a code made before
it does not work any more.

--new prints a link with which one phone may begin one new group within a week, whoever
else may (SCOREPAD_SIGNUPS).
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.commands.addresses import known_address, print_link
from scorepad.commands.database import with_database
from scorepad.commands.database_options import add_database_options
from scorepad.commands.printing import refuse
from scorepad.commands.progress import Progress
from scorepad.rules.documents import NotADocument
from scorepad.rules.group_document import parse_group
from scorepad.services.exchange.bringing_groups import bring_group_in
from scorepad.services.groups.securing import known_groups, rescue
from scorepad.services.groups.signups import new_link
from scorepad.services.refusing import RefusedError
from scorepad.settings import Settings, secret_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take which group, and where the database is."""
    parser.add_argument(
        "--rescue", type=UUID, metavar="ID", help="let somebody back into this group"
    )
    parser.add_argument(
        "--bring", metavar="FILE", help="make a new group of what an owner downloaded"
    )
    parser.add_argument(
        "--new", action="store_true", help="let a phone begin a new group"
    )
    add_database_options(parser)


def run(args: argparse.Namespace) -> int:
    """List, or print the way back."""

    def work(session: Session, settings: Settings) -> int:
        if args.new:
            _new(settings)
            return 0
        if args.bring is not None:
            return _bring(session, settings, Path(args.bring))
        if args.rescue is None:
            _list(session)
        else:
            _rescue(session, settings, args.rescue)
        return 0

    return with_database("group", args, work)


def _bring(session: Session, settings: Settings, file: Path) -> int:
    """All of a group, or nothing and one sentence."""
    progress = Progress("games written")
    try:
        document = parse_group(file.read_bytes())
        gid = bring_group_in(session, datetime.now(UTC), document, progress.show)
    except OSError as error:
        return refuse("group", f"{file} cannot be read ({error.strerror}).")
    except NotADocument as wrong:
        return refuse("group", f"{file} is not the document of a group: {wrong}")
    except RefusedError as refused:
        return refuse("group", f"A game cannot be brought in ({_first(refused)}).")
    finally:
        progress.end()
    print(f"{len(document.games)} games of {document.name or 'a group'} are there.")
    _rescue(session, settings, gid)
    return 0


def _first(refused: RefusedError) -> str:
    objections = getattr(refused, "objections", ())
    return " ".join(f"{each.field}: {each.problem}" for each in objections[:1])


def _list(session: Session) -> None:
    for group in known_groups(session):
        name = group.name or "(no name)"
        day = group.created_at.date().isoformat()
        print(f"{group.id_}  {name}  devices: {group.devices}  since {day}")


def _new(settings: Settings) -> None:
    link = new_link(secret_of(settings))
    print("Open this on the phone that shall begin a new group; it works once:")
    print_link(f"{known_address(settings)}/signup#{link}")


def _rescue(session: Session, settings: Settings, gid: UUID) -> None:
    code = rescue(session, gid)
    print("Open this on the device that shall own the group; it works once:")
    print_link(f"{known_address(settings)}/join#{code}")

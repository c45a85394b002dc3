"""``scorepad group``: list the groups of this server, recover one, or add one."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import click
from sqlalchemy.orm import Session

from scorepad.cli import CommandError, progress_bar
from scorepad.cli.database import database, database_options
from scorepad.cli.server import known_address, print_link
from scorepad.games.documents import NotADocument
from scorepad.games.group_document import parse_group
from scorepad.services.documents import import_group
from scorepad.services.errors import RefusedError
from scorepad.services.groups import all_groups, rescue
from scorepad.services.signups import new_link
from scorepad.settings import Settings, secret_of


@click.command("group")
@click.option(
    "--recover",
    "lost",
    type=click.UUID,
    metavar="ID",
    help="Make a link that makes its device the owner of this group.",
)
@click.option(
    "--import",
    "bring",
    metavar="FILE",
    help="Import a group that an owner downloaded, as a new group.",
)
@click.option(
    "--new", is_flag=True, help="Make a link that lets one phone start a group."
)
@database_options
def group(
    lost: UUID | None, bring: str | None, *, new: bool, **where: str | None
) -> int:
    """List the groups of this server, recover one, or add one.

    \b
    scorepad group
    scorepad group --recover 5b7c…
    scorepad group --import everything.json
    scorepad group --new

    --recover prints a link for people who lost all devices of a group and its recovery
    code. It works once, and replaces an earlier recovery code.

    --new prints a link that lets one phone start one new group within a week,
    regardless of SCOREPAD_SIGNUPS.
    """
    with database(**where) as (session, settings):
        if new:
            link = new_link(secret_of(settings))
            print("Open this on the phone that starts the group; it works once:")
            print_link(f"{known_address(settings)}/signup#{link}")
        elif bring is not None:
            _bring(session, settings, Path(bring))
        elif lost is None:
            for each, devices in all_groups(session):
                name = each.name or "(no name)"
                day = each.created_at.date().isoformat()
                print(f"{each.uuid}  {name}  devices: {devices}  since {day}")
        else:
            _rescue(session, settings, lost)
    return 0


def _bring(session: Session, settings: Settings, file: Path) -> None:
    """Import a whole group, or nothing."""
    try:
        document = parse_group(file.read_bytes())
        with progress_bar("games written") as show:
            gid = import_group(session, datetime.now(UTC), document, show)
    except OSError as error:
        raise CommandError(f"{file} cannot be read ({error.strerror}).") from None
    except NotADocument as wrong:
        raise CommandError(f"{file} is not the file of a group: {wrong}") from None
    except RefusedError as refused:
        objections = getattr(refused, "objections", ())
        first = " ".join(f"{each.field}: {each.problem}" for each in objections[:1])
        raise CommandError(f"A game cannot be imported ({first}).") from None
    print(f"{len(document.games)} games of {document.name or 'a group'} imported.")
    _rescue(session, settings, gid)


def _rescue(session: Session, settings: Settings, gid: UUID) -> None:
    code = rescue(session, gid)
    print("Open this on the device that becomes the owner; it works once:")
    print_link(f"{known_address(settings)}/join#{code}")

"""``scorepad import``: games from files of other programs."""

from datetime import UTC, datetime
from typing import Any, BinaryIO
from uuid import UUID

import click

from scorepad.cli import CommandError, database, print_json
from scorepad.games.registry import read_game
from scorepad.imports import games_in
from scorepad.imports.files import LARGEST
from scorepad.imports.found import Found, UnreadableError
from scorepad.pdf import attachments
from scorepad.services.documents import Brought, import_for_host


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--group", type=click.UUID, metavar="ID", help="The group to import into."
)
@click.option("--dry-run", is_flag=True, help="Only print what was found.")
@database.options
def import_(
    file: BinaryIO, group: UUID | None, *, dry_run: bool, **where: str | None
) -> int:
    """Import the games in a file, and print what was found as one JSON object.

    \b
    scorepad import plays.json --dry-run
    scorepad import evening.csv --group 5b7c…

    FILE is a score sheet that Scorepad printed, a game document, a table (CSV, Excel)
    or an export of BG Stats, BoardGameGeek or Escalier; - reads standard input.
    docs/imports.md describes them. 'scorepad group' lists the groups. The same file
    again imports nothing twice.

    Exit status: 0 if the file was read, 2 if it cannot be read or imported.
    """
    if group is None and not dry_run:
        raise CommandError("No group; expected --group ID, or --dry-run.")
    found = _found_in(file.read(LARGEST + 1))
    if not dry_run:
        _import(found, group, **where)
    print_json(_as_json(found))
    return 0


def _found_in(data: bytes) -> Found:
    try:
        pdf = data.startswith(b"%PDF-")
        return games_in(attachments.document_in(data) if pdf else data)
    except (UnreadableError, attachments.NotASheetError) as refused:
        detail = getattr(refused, "detail", "")
        sentence = f"{refused} ({detail})" if detail else str(refused)
        raise CommandError(sentence) from None


def _import(found: Found, group: UUID | None, **where: str | None) -> None:
    with database.opened(**where) as (session, _):
        games = [
            Brought(read_game(game), *status)
            for game, status in zip(found.games, found.statuses, strict=True)
        ]
        import_for_host(session, datetime.now(UTC), group or UUID(int=0), games)


def _as_json(found: Found) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "games": found.games,
        "people": found.people,
        "left_out": [each._asdict() for each in found.left_out],
        "questions": [each._asdict() for each in found.questions],
    }

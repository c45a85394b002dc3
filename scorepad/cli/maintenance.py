"""Commands for the host: backups, damage, another database, groups and imports."""

import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

import click
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorepad.cli import REFUSED, CommandError, backups, database, print_json, server
from scorepad.db import backups as archives
from scorepad.db import dumps, faults, schema
from scorepad.db.engine import engine_for
from scorepad.games.documents import NotADocument
from scorepad.games.registry import parse_group
from scorepad.imports import games_in
from scorepad.imports.files import LARGEST
from scorepad.imports.found import UnreadableError
from scorepad.pdf import attachments
from scorepad.services import documents, groups, results, signups
from scorepad.settings import Settings, read_settings, secret_of

KEY_FILE = "File with the passphrase of encrypted backups.  [SCOREPAD_PASSPHRASE_FILE]"
PLACE = "Where to write it.  [SCOREPAD_BACKUPS; default: instance/backups/]"
REPLACE = "Replace the database that is there, and keep it beside."
RECOVER = "Make a link that makes its device the owner of this group."
IMPORT = "Import a group that an owner downloaded, as a new group."
NEW = "Make a link that lets one phone start a group."
INTO = "The group to import into."

passphrase_option = click.option("--passphrase-file", metavar="FILE", help=KEY_FILE)


@click.command("backup")
@database.options
@click.option("--to", metavar="FOLDER", help=PLACE)
@passphrase_option
@database.one_sentence()
def backup(to: str | None, **where: str | None) -> None:
    """Make a backup of everything, while people go on playing.

    The backup is one file with the database, including all devices, and the secret. It
    is written to the backup folder, and to a second one if SCOREPAD_SECOND_BACKUPS is
    set. 'scorepad serve' makes one a day. Backups older than 30 days are deleted.

    With a passphrase the file is encrypted, and cannot be restored without it.
    """
    os.umask(0o077)
    print(backups.back_up(read_settings({"backups": "--to"}, backups=to, **where)))


@click.command("restore")
@click.argument("file", metavar="FILE")
@database.options
@click.option("--replace", is_flag=True, help=REPLACE)
@passphrase_option
@database.one_sentence()
def restore(file: str, *, replace: bool, **where: str | None) -> None:
    """Put a backup in the place of the database.

    FILE is a file of 'scorepad backup', which is verified first. Scorepad must not be
    running. An existing database is replaced only with --replace, and kept: an SQLite
    file under another name, which 'scorepad restore' accepts, PostgreSQL as a backup.
    The next 'scorepad serve' upgrades a database of an older Scorepad. If the backup is
    encrypted and there is no passphrase file, you are asked for the passphrase.
    """
    os.umask(0o077)
    settings = read_settings(**where)
    passphrase = settings.passphrase_file
    if not passphrase and archives.is_encrypted(Path(file)) and sys.stdin.isatty():
        passphrase = click.prompt("Passphrase", hide_input=True, err=True)
    with archives.unpacked(Path(file), passphrase) as (copy, version):
        if copy.name != dumps.name_of_dump(settings.database_url):
            kind = "an embedded" if settings.is_embedded else "a PostgreSQL"
            raise CommandError(
                f"The backup is not of {kind} database; choose one that is, or another"
                f" database ({settings.name_of('database_url')})."
            )
        schema.check_known(version)
        with database.lock_database(settings):
            _put_back(copy, Path(file).parent, settings, replace=replace)
    print(f"{file} is back in place.")


def _put_back(copy: Path, folder: Path, settings: Settings, *, replace: bool) -> None:
    if _holds_something(settings):
        if not replace:
            raise CommandError(
                "There is a database already; --replace puts the backup in its place,"
                " and keeps what is there."
            )
        # Deleted after 30 days, like backups.
        if settings.is_embedded:
            kept = dumps.set_aside(settings.database_url, datetime.now(UTC))
        else:
            kept = backups.back_up(settings, keep_old=True)
        print(f"What was there is kept in {kept}")
    # The next start anonymizes again the players anonymized since.
    archives.remember(settings.instance, archives.listed(folder))
    dumps.load(settings.database_url, copy)
    if (secret := copy.with_name(archives.SECRET)).exists():
        place = settings.instance / archives.SECRET
        shutil.copyfile(secret, place)
        place.chmod(0o600)
    (settings.instance / archives.DAMAGE).unlink(missing_ok=True)


def _holds_something(settings: Settings) -> bool:
    try:
        version = backups.find_version(settings, untouched=True)
    except DatabaseError as fault:
        if not faults.is_damage(fault):
            raise
        return True
    has_file = settings.is_embedded and not backups.is_empty_file(settings)
    return bool(version or has_file or dumps.journals_of(settings.database_url))


@click.command("check")
@database.options
def check(**where: str | None) -> int:
    """Look for damage in the database and the newest backup.

    Games can go on meanwhile. Checks the whole database file and every reference in it
    (PostgreSQL: reads it with pg_dump), and every checksum of the newest backup. If the
    database is damaged, restore the last backup from before ('scorepad restore').

    Exit status: 0 if all is well, 3 if something is damaged, 2 if the check could not
    run.
    """
    with database.opened(**where) as (_session, settings):
        complaints = dumps.integrity_errors(settings.database_url)
        for complaint in complaints:
            print(f"The database is damaged: {complaint}")
        if not complaints:
            print("The database is whole.")
        status = database.DAMAGED if complaints else 0
        newest = backups.newest_backup(settings)
        if newest is None:
            print("There is no backup yet.")
            return status
        try:
            archives.check_archive(newest, passphrase=settings.passphrase_file)
        except dumps.BackupRefusedError as refused:
            print(refused)
            is_unread = isinstance(refused, archives.PassphraseError)
            return (status or REFUSED) if is_unread else database.DAMAGED
        print(f"So is the newest backup, {newest}")
        return status


@click.command("move")
@database.options
@click.option("--to", required=True, metavar="URL", help="Address of the new database.")
@database.one_sentence()
def move(to: str, **where: str | None) -> None:
    """Move everything into another database, as from SQLite into PostgreSQL.

    \b
    scorepad move --to postgresql://pad:secret@localhost/pad

    Scorepad must not be running. The new database must be empty. All rows arrive, with
    ids, history and devices, or none; the old database stays as it is. Afterwards set
    SCOREPAD_DATABASE_URL to the new address.
    """
    os.umask(0o077)
    settings = read_settings(**where)
    other = read_settings({"database_url": "--to"}, **{**where, "database_url": to})
    if other.database_url == settings.database_url:
        raise CommandError("The other database is this one.")
    schema.check_version(backups.check_before_use(settings))
    with database.lock_database(settings), database.lock_database(other):
        with engine_for(settings.database_url) as source:
            # First, because it may belong to another application.
            with engine_for(other.database_url, prepared=False) as untouched:
                dumps.check_is_empty(untouched)
            schema.upgrade(other.database_url)
            with engine_for(other.database_url) as target:
                print(f"{dumps.transfer(source, target)} rows moved.")
        advice = "with all personal data: delete it once the new one serves."
        print(f"The old database stays where it is, {advice}")


@click.command("rebuild")
@database.options
def rebuild(**where: str | None) -> None:
    """Work out the results of all finished games again.

    Seasons are summed up from them. Rounds are not changed, and people may go on
    playing.
    """
    with database.opened(**where) as (session, _settings):
        count = results.rebuild_results(session)
        results.analyse_tables(session)
        print(f"{count} finished games worked out again.")


@click.command("group")
@click.option("--recover", "lost", type=click.UUID, metavar="ID", help=RECOVER)
@click.option("--import", "file", metavar="FILE", help=IMPORT)
@click.option("--new", is_flag=True, help=NEW)
@database.options
def group(
    lost: UUID | None, file: str | None, *, new: bool, **where: str | None
) -> None:
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
    with database.opened(**where) as (session, settings):
        if new:
            link = signups.new_link(secret_of(settings))
            print("Open this on the phone that starts the group; it works once:")
            server.print_link(f"{server.known_address(settings)}/signup#{link}")
        elif gid := _import_group(session, Path(file)) if file else lost:
            code = groups.recover_group(session, gid, datetime.now(UTC))
            print("Open this on the device that becomes the owner; it works once:")
            server.print_link(f"{server.known_address(settings)}/join#{code}")
        else:
            for each, devices in groups.all_groups(session):
                name, day = each.name or "(no name)", each.created_at.date()
                print(f"{each.uuid}  {name}  devices: {devices}  since {day}")


def _import_group(session: Session, file: Path) -> UUID:
    try:
        document = parse_group(file.read_bytes())
        gid = documents.import_group(session, datetime.now(UTC), document)
    except NotADocument as wrong:
        raise CommandError(f"{file} is not the file of a group: {wrong}") from None
    print(f"{len(document.games)} games of {document.name or 'a group'} imported.")
    return gid


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--group", "gid", type=click.UUID, metavar="ID", help=INTO)
@click.option("--dry-run", is_flag=True, help="Only print what was found.")
@database.options
def import_(
    file: BinaryIO, gid: UUID | None, *, dry_run: bool, **where: str | None
) -> None:
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
    if gid is None and not dry_run:
        raise CommandError("No group; expected --group ID, or --dry-run.")
    data = file.read(LARGEST + 1)
    try:
        is_pdf = data.startswith(b"%PDF-")
        found = games_in(attachments.document_in(data) if is_pdf else data)
    except (UnreadableError, attachments.NotASheetError) as refused:
        detail = getattr(refused, "detail", "")
        said = f"{refused} ({detail})" if detail else str(refused)
        raise CommandError(said) from None
    if gid and not dry_run:
        with database.opened(**where) as (session, _settings):
            documents.import_for_host(session, datetime.now(UTC), gid, found.games)
    print_json(
        {
            "kind": found.kind,
            "games": [each.document for each in found.games],
            "people": found.people,
            "left_out": [each._asdict() for each in found.left_out],
            "questions": [each._asdict() for each in found.questions],
        }
    )

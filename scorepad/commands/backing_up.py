"""Backups as the commands make them: here, at the second place, and daily."""

import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from scorepad.commands.database_state import DatabaseRefusedError, check_before_use
from scorepad.commands.locks import hold
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import Settings
from scorepad.store import schema
from scorepad.store.connections import engine_for
from scorepad.store.groups import forgotten
from scorepad.store.upkeep import backups
from scorepad.store.upkeep.dumps import replaced_files
from scorepad.store.upkeep.faults import FAULTS, are_on_one_disk, is_damage, reason_of

log = logging.getLogger(__name__)


def back_up(settings: Settings) -> Path:
    """Make a backup, copy it to the second place, and delete what is too old.

    A second place that is not there is told on standard error: the first backup
    stands all the same.

    :raises BackupRefusedError: no backup could be made.
    """
    now = datetime.now(UTC)
    before = backups.newest(settings.backups, now)
    made = add_backup(settings, now)
    for place in filter(None, (settings.backups, settings.second_backups)):
        with suppress(OSError):  # next time
            backups.remove_old(place, now)
    if before is not None:
        # By the clock of the backup before as well: this one may have jumped ahead.
        _remove_replaced(settings, min(now, before) - backups.KEPT)
    return made


def add_backup(settings: Settings, now: datetime) -> Path:
    """The same, and nothing goes: an old one may be what is about to be put back.

    A damaged database is noted for the health page, until a backup succeeds.

    :raises BackupRefusedError: no backup could be made.
    """
    # First of all: it may be what fills the disk.
    backups.sweep(settings.backups, now)
    try:
        made = backups.make(
            settings.database_url,
            settings.backups,
            schema=_schema(settings),
            secret=settings.instance / backups.SECRET,
            now=now,
        )
    except backups.DatabaseDamagedError as damaged:
        _note_damage(settings, str(damaged))
        raise
    (settings.instance / DAMAGE).unlink(missing_ok=True)
    if settings.second_backups is not None:
        _copy_to_second_place(made, settings.second_backups, now)
        _warn_of_one_disk(settings.backups, settings.second_backups)
    for place in settings.backups_elsewhere:
        # A stick that was away when somebody was forgotten.
        forgotten.copy_to(place, settings.instance)
    return made


def _note_damage(settings: Settings, said: str) -> None:
    (settings.instance / DAMAGE).write_text(f"{said}\n", encoding="utf-8")


def upgrade(settings: Settings) -> Path | None:
    """Bring the database to the newest schema; the backup made before, if one was.

    :raises BackupRefusedError: no backup could be made, so nothing was upgraded.
    :raises SchemaMismatchError: the database is newer than this program.
    """
    url = settings.database_url
    kept = back_up(settings) if schema.needs_upgrade(url) else None
    schema.upgrade(url)
    return kept


def upgrade_alone(settings: Settings) -> Path | None:
    """The same where it is older: a Scorepad as old that serves it would not notice.

    :raises HoldRefusedError: somebody does, so nothing was upgraded.
    """
    if not schema.needs_upgrade(settings.database_url):
        return None
    with hold(settings):
        return upgrade(settings)


def back_up_if_due(settings: Settings) -> bool:
    """Make a backup if the last day has none; whether nothing is left to do today."""
    try:
        if not backups.is_due(settings.backups, datetime.now(UTC)):
            return False
        back_up(settings)
    except backups.DatabaseDamagedError as damaged:
        log.error("%s Restore a backup from before (docs/backups.md).", damaged)  # noqa: TRY400 - the sentence says it all
        return True  # and again tomorrow
    except backups.BackupRefusedError as refused:
        log.warning("%s", refused)
        return False
    return True


def _schema(settings: Settings) -> str | None:
    try:
        check_before_use(settings)
        with engine_for(settings.database_url, prepared=False) as engine:
            return schema.version_of(engine)
    except DatabaseRefusedError as refused:
        raise backups.BackupRefusedError(str(refused)) from None
    except FAULTS as fault:
        if not is_damage(fault):
            raise
        said = f"The database is damaged ({reason_of(fault)})."
        raise backups.DatabaseDamagedError(said) from None


def _remove_replaced(settings: Settings, before: datetime) -> None:
    """Delete files that a restore set aside *before*: they name everybody still."""
    for file in replaced_files(settings.database_url):
        with suppress(OSError):  # next time
            if file.stat().st_mtime < before.timestamp():
                file.unlink()


def _warn_of_one_disk(first: Path, second: Path) -> None:
    """The folder that a stick is mounted on is there without it, too."""
    with suppress(OSError):
        if are_on_one_disk(first, second):
            log.warning("%s and %s are on one disk; is the stick in?", first, second)


def _copy_to_second_place(made: Path, place: Path, now: datetime) -> None:
    try:
        backups.sweep(place, now)
        backups.copy_to(place, made)
    except (backups.BackupRefusedError, OSError) as refused:
        log.warning("%s", refused)

"""Backups by commands and jobs: in the backup folder and at the second place."""

import logging
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from scorepad.cli.database_state import DatabaseRefusedError, check_before_use
from scorepad.cli.locks import hold
from scorepad.db import backups, forgotten, schema
from scorepad.db.backups import DAMAGE
from scorepad.db.connections import engine_for
from scorepad.db.dumps import (
    BackupRefusedError,
    DamagedError,
    replaced_files,
)
from scorepad.db.faults import FAULTS, are_on_one_disk, is_damage, reason_of
from scorepad.settings import Settings

log = logging.getLogger(__name__)


def back_up(settings: Settings) -> Path:
    """Make a backup, copy it to the second place, and delete old ones.

    If the second place is unavailable, log a warning.

    :raises BackupRefusedError: no backup could be made.
    """
    now = datetime.now(UTC)
    made = add_backup(settings, now)
    for place in filter(None, (settings.backups, settings.second_backups)):
        with suppress(OSError):  # retried next time
            backups.remove_old(place, now)
    last = (now - backups.KEPT).timestamp()
    for file in replaced_files(settings.database_url):
        with suppress(OSError):  # retried next time
            if file.stat().st_mtime < last:
                file.unlink()
    return made


def add_backup(settings: Settings, now: datetime) -> Path:
    """Make a backup and copy it; delete none, since one may be about to be restored.

    Records a damaged database for the health page, until a backup succeeds.

    :raises BackupRefusedError: no backup could be made.
    """
    # First, because it may be what fills the disk.
    backups.sweep(settings.backups, now)
    damage = settings.instance / DAMAGE
    try:
        made = backups.make(
            settings.database_url,
            settings.backups,
            schema=_schema(settings),
            secret=settings.instance / backups.SECRET,
            now=now,
        )
    except DamagedError as damaged:
        damage.write_text(f"{damaged}\n", encoding="utf-8")
        raise
    damage.unlink(missing_ok=True)
    if settings.second_backups is not None:
        _copy_to_second_place(settings, settings.second_backups, made, now)
    for place in settings.backups_elsewhere:
        # The place may have been unavailable when a player was anonymized.
        forgotten.copy_to(place, settings.instance)
    return made


def _copy_to_second_place(
    settings: Settings, place: Path, made: Path, now: datetime
) -> None:
    try:
        backups.sweep(place, now)
        backups.copy_to(place, made)
        # A mount point exists without its stick, too.
        if are_on_one_disk(settings.backups, place):
            what = "%s and %s are on one disk; is the stick in?"
            log.warning(what, settings.backups, place)
    except OSError as error:
        reason = error.strerror or error
        log.warning("The backup cannot be copied to %s (%s).", place, reason)


def upgrade(settings: Settings, *, is_alone: bool = True) -> Path | None:
    """Upgrade the schema; return the backup made before, if there was any.

    Without *is_alone*, lock an older database, since a server may be using it.

    :raises BackupRefusedError: no backup could be made; nothing was upgraded.
    :raises SchemaMismatchError: the database is newer than this program.
    :raises HoldRefusedError: a server uses the database; nothing was upgraded.
    """
    url = settings.database_url
    is_older = schema.needs_upgrade(url)
    if is_older and not is_alone:
        with hold(settings):
            return upgrade(settings)
    kept = back_up(settings) if is_older else None
    schema.upgrade(url)
    return kept


def back_up_if_due(settings: Settings) -> bool:
    """Make a backup if the last 24 hours have none; return false to check again soon.

    Ignores backups from the future, which a wrong clock made.
    """
    now = datetime.now(UTC)
    try:
        last = backups.newest(settings.backups, now)
        if last is not None and now - last < backups.EVERY:
            return False
        back_up(settings)
    except DamagedError as damaged:
        log.error("%s Restore a backup from before (docs/backups.md).", damaged)  # noqa: TRY400 - the message is enough
        return True  # retried tomorrow
    except (BackupRefusedError, OSError) as refused:
        log.warning("%s", refused)
        return False
    return True


def _schema(settings: Settings) -> str | None:
    try:
        check_before_use(settings)
        with engine_for(settings.database_url, prepared=False) as engine:
            return schema.version_of(engine)
    except DatabaseRefusedError as refused:
        raise BackupRefusedError(str(refused)) from None
    except FAULTS as fault:
        if not is_damage(fault):
            raise
        raise DamagedError(f"The database is damaged ({reason_of(fault)}).") from None

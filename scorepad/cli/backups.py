"""Backups as the commands make them: here, at the second place, and daily."""

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
        last = (min(now, before) - backups.KEPT).timestamp()
        for file in replaced_files(settings.database_url):
            with suppress(OSError):  # next time
                if file.stat().st_mtime < last:
                    file.unlink()
    return made


def add_backup(settings: Settings, now: datetime) -> Path:
    """The same, and nothing goes: an old one may be what is about to be put back.

    A damaged database is noted for the health page, until a backup succeeds.

    :raises BackupRefusedError: no backup could be made.
    """
    # First of all: it may be what fills the disk.
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
        # A stick that was away when somebody was forgotten.
        forgotten.copy_to(place, settings.instance)
    return made


def _copy_to_second_place(
    settings: Settings, place: Path, made: Path, now: datetime
) -> None:
    try:
        backups.sweep(place, now)
        backups.copy_to(place, made)
        # The folder that a stick is mounted on is there without it, too.
        if are_on_one_disk(settings.backups, place):
            what = "%s and %s are on one disk; is the stick in?"
            log.warning(what, settings.backups, place)
    except OSError as error:
        reason = error.strerror or error
        log.warning("The backup cannot be copied to %s (%s).", place, reason)


def upgrade(settings: Settings, *, is_alone: bool = True) -> Path | None:
    """Bring the database to the newest schema; the backup made before, if one was.

    Unless this process *is_alone*, the database is held where it is older: a Scorepad
    as old that serves it would not notice.

    :raises BackupRefusedError: no backup could be made, so nothing was upgraded.
    :raises SchemaMismatchError: the database is newer than this program.
    :raises HoldRefusedError: somebody serves it, so nothing was upgraded.
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
    """Make a backup if the last day has none; whether nothing is left to do today.

    Those from the future count for nothing: the clock was wrong then, or is now.
    """
    now = datetime.now(UTC)
    try:
        ages = [now - made for made, _ in backups.backups_in(settings.backups)]
        if any(age.days == 0 for age in ages):
            return False
        back_up(settings)
    except DamagedError as damaged:
        log.error("%s Restore a backup from before (docs/backups.md).", damaged)  # noqa: TRY400 - the sentence says it all
        return True  # and again tomorrow
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

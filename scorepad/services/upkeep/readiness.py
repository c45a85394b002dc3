"""Whether this Scorepad can do what it promises: save, and have a backup."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.upkeep import backups
from scorepad.store.upkeep.faults import (
    FAULTS,
    NO_ROOM,
    Cause,
    cause_at,
    free_bytes,
    touch_a_row,
)

DAMAGE = "damage.txt"
"""What the daily look at all records found, in the instance's folder."""

LEAST_FREE = 100 * 1024 * 1024
"""Bytes; a hundred thousand rounds, and time to make room."""

OLDEST_BACKUP = 2 * backups.EVERY


class Finding(StrEnum):
    """How one of the things stands that saving and keeping depend on."""

    OK = "ok"
    AWAY = "away"
    BUSY = "busy"
    FULL = "full"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    LOW = "low"
    OLD = "old"
    NONE = "none"
    DAMAGED = "damaged"


_FINDINGS = {
    Cause.DISK_FULL: Finding.FULL,
    Cause.READ_ONLY: Finding.READ_ONLY,
    Cause.DATABASE_LOCKED: Finding.LOCKED,
    Cause.OVERLOADED: Finding.BUSY,
}


@dataclass(frozen=True, slots=True)
class Readiness:
    """What was found: the *database* takes a row, *disk* has room, *backup* is new.

    *records* are as they were saved, as far as the last look at them told.
    """

    database: Finding
    disk: Finding
    backup: Finding
    records: Finding

    @property
    def is_ready(self) -> bool:
        """Whether a save would be taken, and kept."""
        has_room = self.disk is not Finding.FULL
        return has_room and self.database is self.records is Finding.OK

    @property
    def is_well(self) -> bool:
        """Whether nobody has to look after it."""
        parts = (self.database, self.disk, self.backup, self.records)
        return all(each is Finding.OK for each in parts)


def readiness(
    session: Session, folder: Path, kept_in: Path, now: datetime
) -> Readiness:
    """Write a row, look at the instance's *folder* and at the backups in *kept_in*."""
    return Readiness(
        database=_database(session, folder),
        disk=_disk(folder),
        backup=_backup(kept_in, now),
        records=Finding.DAMAGED if (folder / DAMAGE).exists() else Finding.OK,
    )


def _database(session: Session, folder: Path) -> Finding:
    try:
        with write_transaction(session, hurried=True):
            touch_a_row(session)
            session.commit()
    except TimeoutError:
        return Finding.BUSY
    except FAULTS as fault:
        return _FINDINGS.get(cause_at(folder, fault), Finding.AWAY)
    return Finding.OK


def _disk(folder: Path) -> Finding:
    free = free_bytes(folder)
    if free is not None and free < NO_ROOM:
        return Finding.FULL
    return Finding.LOW if free is None or free < LEAST_FREE else Finding.OK


def _backup(folder: Path, now: datetime) -> Finding:
    try:
        made = backups.newest(folder, now)
    except OSError:
        return Finding.AWAY
    if made is None:
        return Finding.NONE
    return Finding.OLD if now - made > OLDEST_BACKUP else Finding.OK


def age_of_backup(folder: Path, now: datetime) -> timedelta | None:
    """How long ago the last backup was made, as far as anybody can tell."""
    try:
        made = backups.newest(folder, now)
    except OSError:
        return None
    return None if made is None else now - made

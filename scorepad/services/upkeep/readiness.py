"""Whether this Scorepad can do what it promises: save, and have a backup."""

from datetime import datetime
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


def readiness(
    session: Session, folder: Path, kept_in: Path, now: datetime
) -> dict[str, Finding]:
    """Write a row, look at the instance's *folder* and at the backups in *kept_in*.

    The *records* are as they were saved, as far as the last backup told.
    """
    return {
        "database": _database(session, folder),
        "disk": _disk(folder),
        "backup": _backup(kept_in, now),
        "records": Finding.DAMAGED if (folder / DAMAGE).exists() else Finding.OK,
    }


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

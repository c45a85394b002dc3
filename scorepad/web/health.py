"""``GET /health``: the process answers. ``/health/ready``: it can save."""

import math
import threading
import time
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue

from scorepad.db import backups
from scorepad.db.engine import db
from scorepad.db.faults import (
    FAULTS,
    NO_ROOM,
    Cause,
    cause_at,
    free_bytes,
)
from scorepad.services.jobs import try_to_write

LEAST_FREE = 100 * 1024 * 1024
"""Bytes: enough for a hundred thousand rounds, and for the host to react."""

OLDEST_BACKUP = 2 * backups.EVERY


class Health(StrEnum):
    """The state of something that saving depends on."""

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
    Cause.DISK_FULL: Health.FULL,
    Cause.READ_ONLY: Health.READ_ONLY,
    Cause.DATABASE_LOCKED: Health.LOCKED,
    Cause.OVERLOADED: Health.BUSY,
}


def readiness(folder: Path, kept_in: Path, now: datetime) -> dict[str, Health]:
    """Check the database by a write, the *folder* of the instance and its backups.

    *records* is whether the last backup found the stored data intact.
    """
    return {
        "database": _database(folder),
        "disk": _disk(folder),
        "backup": _backup(kept_in, now),
        "records": Health.DAMAGED if (folder / backups.DAMAGE).exists() else Health.OK,
    }


def _database(folder: Path) -> Health:
    try:
        try_to_write(db.session())
    except TimeoutError:
        return Health.BUSY
    except FAULTS as fault:
        return _FINDINGS.get(cause_at(folder, fault), Health.AWAY)
    return Health.OK


def _records(folder: Path) -> Health:
    return Health.DAMAGED if (folder / backups.DAMAGE).exists() else Health.OK


def _disk(folder: Path) -> Health:
    free = free_bytes(folder)
    if free is not None and free < NO_ROOM:
        return Health.FULL
    return Health.LOW if free is None or free < LEAST_FREE else Health.OK


def _backup(folder: Path, now: datetime) -> Health:
    try:
        made = backups.newest(folder, now)
    except OSError:
        return Health.AWAY
    if made is None:
        return Health.NONE
    return Health.OLD if now - made > OLDEST_BACKUP else Health.OK


bp = Blueprint("health", __name__)

LOOK_EVERY_S = 5
"""Seconds for which a result is cached, since each check writes to the disk."""


def attach(app: Flask) -> None:
    """Prepare the cache of the last result."""
    app.extensions["health"] = (-math.inf, {})
    app.extensions["health_lock"] = threading.Lock()


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Answer that the process is alive."""
    return {"status": "ok"}


@bp.get("/health/ready")
def ready() -> ResponseReturnValue:
    """Answer whether saving works: 503 if not, and what the host should check."""
    with current_app.extensions["health_lock"]:
        looked_at, parts = current_app.extensions["health"]
        if time.monotonic() - looked_at > LOOK_EVERY_S:
            settings, now = current_app.config["SETTINGS"], datetime.now(UTC)
            kept_in = settings.backups
            parts = readiness(settings.instance, kept_in, now)
            current_app.extensions["health"] = (time.monotonic(), parts)
    is_full = parts["disk"] is Health.FULL
    if is_full or {parts["database"], parts["records"]} != {Health.OK}:
        return {"status": "failing", **parts}, 503, {"Retry-After": "1"}
    is_well = {*parts.values()} == {Health.OK}
    return {"status": "ok" if is_well else "degraded", **parts}

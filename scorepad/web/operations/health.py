"""``GET /health``: the process answers. ``/health/ready``: it keeps its promises."""

import threading
import time
from datetime import UTC, datetime

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue

from scorepad.services.upkeep.readiness import Readiness, readiness
from scorepad.store.db import db

bp = Blueprint("health", __name__)

LOOK_EVERY_S = 5
"""Whoever asks more often is told what was found then: a look writes to the disk."""


class LastLook:
    """What was found, and when."""

    def __init__(self) -> None:
        self._found: Readiness | None = None
        self._at = 0.0
        self._lock = threading.Lock()

    def found(self) -> Readiness:
        """Look, unless that was done a moment ago."""
        with self._lock:
            if self._found is None or time.monotonic() - self._at > LOOK_EVERY_S:
                self._found = _look()
                self._at = time.monotonic()
            return self._found


def attach(app: Flask) -> None:
    """Let *app* remember what was found."""
    app.extensions["health"] = LastLook()


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Say that this process is alive."""
    return {"status": "ok"}


@bp.get("/health/ready")
def ready() -> ResponseReturnValue:
    """Say whether saves are kept: 503 if not, and what somebody should look after."""
    look: LastLook = current_app.extensions["health"]
    found = look.found()
    parts = {
        "database": found.database,
        "disk": found.disk,
        "backup": found.backup,
        "records": found.records,
    }
    if not found.is_ready:
        return {"status": "failing", **parts}, 503, {"Retry-After": "1"}
    return {"status": "ok" if found.is_well else "degraded", **parts}


def _look() -> Readiness:
    settings = current_app.config["SETTINGS"]
    return readiness(
        db.session(),
        settings.instance,
        settings.backups,
        datetime.now(UTC),
    )

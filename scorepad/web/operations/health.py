"""``GET /health``: the process answers. ``/health/ready``: it keeps its promises."""

import math
import threading
import time
from datetime import UTC, datetime

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue

from scorepad.services.upkeep.readiness import Finding, readiness
from scorepad.store.db import db

bp = Blueprint("health", __name__)

LOOK_EVERY_S = 5
"""Whoever asks more often is told what was found then: a look writes to the disk."""


def attach(app: Flask) -> None:
    """Let *app* remember what was found, and when."""
    app.extensions["health"] = (-math.inf, {})
    app.extensions["health_lock"] = threading.Lock()


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Say that this process is alive."""
    return {"status": "ok"}


@bp.get("/health/ready")
def ready() -> ResponseReturnValue:
    """Say whether saves are kept: 503 if not, and what somebody should look after."""
    with current_app.extensions["health_lock"]:
        looked_at, parts = current_app.extensions["health"]
        if time.monotonic() - looked_at > LOOK_EVERY_S:
            settings, now = current_app.config["SETTINGS"], datetime.now(UTC)
            kept_in = settings.backups
            parts = readiness(db.session(), settings.instance, kept_in, now)
            current_app.extensions["health"] = (time.monotonic(), parts)
    is_full = parts["disk"] is Finding.FULL
    if is_full or {parts["database"], parts["records"]} != {Finding.OK}:
        return {"status": "failing", **parts}, 503, {"Retry-After": "1"}
    is_well = {*parts.values()} == {Finding.OK}
    return {"status": "ok" if is_well else "degraded", **parts}

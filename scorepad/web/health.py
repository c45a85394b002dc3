"""For monitoring: ``/health``, ``/health/ready`` and, with a token, ``/metrics``."""

import hmac
import math
import threading
import time
from collections import defaultdict
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue

from scorepad.db import backups, engine, faults
from scorepad.services import jobs, requests
from scorepad.web.static import not_stored

LEAST_FREE = 100 * 1024 * 1024  # bytes: enough for a hundred thousand rounds
_FINDINGS = {
    faults.Cause.DISK_FULL: "full",
    faults.Cause.READ_ONLY: "read_only",
    faults.Cause.DATABASE_LOCKED: "locked",
    faults.Cause.OVERLOADED: "busy",
}

bp = Blueprint("health", __name__)

LOOK_EVERY_S = 5  # seconds that a result is kept, since each check writes to the disk


def attach(app: Flask) -> None:
    """Prepare the cache of the last result, and count responses if there is a token."""
    app.extensions["health"] = (-math.inf, {})
    app.extensions["counters"] = defaultdict(float)
    app.extensions["counters_lock"] = threading.Lock()
    if app.config["SETTINGS"].metrics:
        app.before_request(_begin)
        app.after_request(_count)
        app.add_url_rule("/metrics", "health.metrics", metrics)


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Answer that the process is alive."""
    return {"status": "ok"}


@bp.get("/health/ready")
def ready() -> ResponseReturnValue:
    """Answer whether saving works: 503 if not, and what the host should check."""
    looked_at, parts = current_app.extensions["health"]
    if time.monotonic() - looked_at > LOOK_EVERY_S:
        parts = _parts(current_app.config["SETTINGS"].instance)
        current_app.extensions["health"] = (time.monotonic(), parts)
    if parts["disk"] == "full" or {parts["database"], parts["records"]} != {"ok"}:
        return {"status": "failing", **parts}, 503, {"Retry-After": "1"}
    return {"status": "ok" if {*parts.values()} == {"ok"} else "degraded", **parts}


def _parts(folder: Path) -> dict[str, str]:
    database = "ok"
    try:
        jobs.try_to_write(engine.db.session())
    except TimeoutError:
        database = "busy"
    except faults.FAULTS as fault:
        database = _FINDINGS.get(faults.cause_at(folder, fault), "away")
    free = faults.free_bytes(folder)
    disk = "low" if free is None or free < LEAST_FREE else "ok"
    if free is not None and free < faults.NO_ROOM:
        disk = "full"
    # The last backup looked whether the records are intact.
    records = "damaged" if (folder / backups.DAMAGE).exists() else "ok"
    return {"database": database, "disk": disk, "backup": _backup(), "records": records}


def _backup() -> str:
    now = datetime.now(UTC)
    try:
        made = backups.newest(current_app.config["SETTINGS"].backups, now)
    except OSError:
        return "away"
    if made is None:
        return "none"
    return "old" if now - made > 2 * backups.EVERY else "ok"


UP_TO_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, math.inf)
"""Upper bounds of the histogram's buckets, in seconds."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
ABOUT = {
    "scorepad_requests_total": ("counter", "Answers, by route, status and reason."),
    "scorepad_request_seconds": ("histogram", "From request to answer."),
    "scorepad_backup_age_seconds": ("gauge", "Since the last backup; none: no line."),
    "scorepad_free_bytes": ("gauge", "Room left where the instance is."),
    "scorepad_damaged": ("gauge", "1 while the records are known to be damaged."),
}


def _begin() -> None:
    g.began_at = time.perf_counter()


def _count(answer: Response) -> Response:
    method = request.method if request.method in METHODS else "other"
    route = request.url_rule.rule if request.url_rule else "none"
    labels = {"method": method, "route": route, "status": str(answer.status_code)}
    if "refusal" in g:
        labels["reason"] = g.refusal
    took = time.perf_counter() - g.began_at
    counts: defaultdict[str, float] = current_app.extensions["counters"]
    with current_app.extensions["counters_lock"]:
        counts[_named("scorepad_requests_total", **labels)] += 1
        for edge in UP_TO_S:
            le = "+Inf" if edge == math.inf else f"{edge:g}"
            bucket = _named("scorepad_request_seconds_bucket", method=method, le=le)
            counts[bucket] += int(took <= edge)
        counts[_named("scorepad_request_seconds_sum", method=method)] += took
        counts[_named("scorepad_request_seconds_count", method=method)] += 1
    return answer


def _named(name: str, **labels: str) -> str:
    # As Prometheus names a counter: saves{method="PUT"}.
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return f"{name}{{{inside}}}"


def metrics() -> ResponseReturnValue:
    """Return the counters if the request has the token, or else 404."""
    settings, now = current_app.config["SETTINGS"], datetime.now(UTC)
    given = request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(given, f"Bearer {settings.metrics}".encode()):
        raise requests.NotThereError
    with current_app.extensions["counters_lock"]:
        counts = dict(current_app.extensions["counters"])
    with suppress(OSError):
        if made := backups.newest(settings.backups, now):
            counts["scorepad_backup_age_seconds"] = (now - made).total_seconds()
    if (free := faults.free_bytes(settings.instance)) is not None:
        counts["scorepad_free_bytes"] = free
    counts["scorepad_damaged"] = (settings.instance / backups.DAMAGE).exists()
    lines = []
    for name, (kind, meaning) in ABOUT.items():
        if own := [each for each in counts if each.startswith(name)]:
            lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
            lines += [f"{each} {counts[each]:.12g}" for each in own]
    return not_stored("\n".join([*lines, ""]), mimetype="text/plain; version=0.0.4")

"""``GET /metrics`` in Prometheus' text format, for who knows the word of the setting.

Labels are routes, never addresses: no id, name or token of anybody is among them.
"""

import hmac
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue

from scorepad.services.errors import NotThereError
from scorepad.services.upkeep.readiness import DAMAGE, age_of_backup
from scorepad.store.upkeep.faults import free_bytes

UP_TO_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds that requests are sorted by; what took longer is only in the last one."""


def sample(name: str, /, **labels: str) -> str:
    """One line of Prometheus' text format, without its value.

    >>> sample("saves_total", outcome="kept")
    'saves_total{outcome="kept"}'
    """
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name


class Counters:
    """What happened since the start."""

    def __init__(self) -> None:
        self._counts: dict[str, float] = {}
        self._lock = threading.Lock()

    def count(self, name: str, /, **labels: str) -> None:
        """Count one more."""
        self._add({sample(name, **labels): 1})

    def observe(self, name: str, seconds: float, /, **labels: str) -> None:
        """Count one more that took so long."""
        first = bisect_left(UP_TO_S, seconds)
        edges = [*(f"{edge:g}" for edge in UP_TO_S), "+Inf"]
        within = {
            sample(f"{name}_bucket", **labels, le=edge): float(place >= first)
            for place, edge in enumerate(edges)
        }
        told = {f"{name}_sum": seconds, f"{name}_count": 1.0}
        totals = {sample(each, **labels): more for each, more in told.items()}
        self._add({**within, **totals})

    def _add(self, more: Mapping[str, float]) -> None:
        with self._lock:
            for name, number in more.items():
                self._counts[name] = self._counts.get(name, 0) + number

    def all(self) -> dict[str, float]:
        """Return all counts."""
        with self._lock:
            return dict(self._counts)


bp = Blueprint("metrics", __name__)

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
FOLLOWED: Final = frozenset({"api_games.game", "live.show", "api_bids.bids"})
OUTCOMES: Final = {
    200: "kept",
    201: "kept",
    409: "wrong_time",
    412: "changed_elsewhere",
    422: "refused",
    429: "too_often",
}
ABOUT: Final = {
    "scorepad_requests_total": ("counter", "Answers, by route and status."),
    "scorepad_request_seconds": ("histogram", "From request to answer."),
    "scorepad_saves_total": ("counter", "Saves of phones, by what became of them."),
    "scorepad_polls_total": (
        "counter",
        "Followers' questions: was anything new?",
    ),
    "scorepad_limited_total": ("counter", "Requests that came too often."),
    "scorepad_backup_age_seconds": ("gauge", "Since the last backup; none: no line."),
    "scorepad_free_bytes": ("gauge", "Room left where the instance is."),
    "scorepad_damaged": ("gauge", "1 while the records are known to be damaged."),
}


def attach(app: Flask, counters: Counters) -> None:
    """Count every answer of *app*, and tell the counts."""
    app.extensions["counters"] = counters
    app.before_request(_begin)
    app.after_request(_count)
    app.register_blueprint(bp)


def _begin() -> None:
    g.began_at = time.perf_counter()


def _count(answer: Response) -> Response:
    counters: Counters = current_app.extensions["counters"]
    method = request.method if request.method in METHODS else "other"
    route = request.url_rule.rule if request.url_rule else "none"
    status = str(answer.status_code)
    labels = {"method": method, "route": route, "status": status}
    counters.count("scorepad_requests_total", **labels)
    took = time.perf_counter() - g.get("began_at", time.perf_counter())
    counters.observe("scorepad_request_seconds", took, kind=_kind(method))
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        counters.count("scorepad_limited_total", route=route)
    if _kind(method) == "save":
        counters.count("scorepad_saves_total", outcome=_outcome(answer))
    if _kind(method) == "poll":
        new = "no" if answer.status_code == HTTPStatus.NOT_MODIFIED else "yes"
        counters.count("scorepad_polls_total", new=new)
    return answer


def _kind(method: str) -> str:
    if method == "PUT":
        return "save"
    is_poll = request.endpoint in FOLLOWED and "If-None-Match" in request.headers
    return "poll" if is_poll else "other"


def _outcome(answer: Response) -> str:
    if "Idempotent-Replay" in answer.headers:
        return "kept_before"
    if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        return str(g.get("refusal", "unavailable"))
    return OUTCOMES.get(answer.status_code, "refused")


@bp.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Tell the counts to whoever knows the word; nobody else learns that there are."""
    word = current_app.config["SETTINGS"].metrics
    told = request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(told, f"Bearer {word}".encode()):
        raise NotThereError
    counters: Counters = current_app.extensions["counters"]
    text = "\n".join(_lines({**counters.all(), **_gauges()}))
    answer = Response(f"{text}\n", content_type="text/plain; version=0.0.4")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _lines(counts: Mapping[str, float]) -> Iterator[str]:
    for name, (kind, meaning) in ABOUT.items():
        own = [f"{name}{end}" for end in ("", "_bucket", "_sum", "_count")]
        told = [each for each in counts if each.split("{")[0] in own]
        if told:
            yield f"# HELP {name} {meaning}"
            yield f"# TYPE {name} {kind}"
        yield from (f"{each} {counts[each]:.12g}" for each in told)


def _gauges() -> dict[str, float]:
    settings = current_app.config["SETTINGS"]
    age = age_of_backup(settings.backups, datetime.now(UTC))
    free = free_bytes(settings.instance)
    damaged = (settings.instance / DAMAGE).exists()
    return {
        **({} if age is None else {"scorepad_backup_age_seconds": age.total_seconds()}),
        **({} if free is None else {"scorepad_free_bytes": float(free)}),
        "scorepad_damaged": float(damaged),
    }

"""Counts that only grow, of this process and of those that serve beside it."""

import json
import os
import threading
import time
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

UP_TO_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds that requests are sorted by; what took longer is only in the last one."""

NOTE_EVERY_S: Final = 1.0


def sample(name: str, /, **labels: str) -> str:
    """One line of Prometheus' text format, without its value.

    >>> sample("saves_total", outcome="kept")
    'saves_total{outcome="kept"}'
    """
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name


class Counters:
    """What happened since the start; *shared* is a folder where processes add up.

    There every process that counts notes its own each second.
    """

    def __init__(self, shared: Path | None = None) -> None:
        self._counts: dict[str, float] = {}
        self._shared = shared
        self._lock = threading.Lock()
        self._is_noting = shared is None

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
            _add_up(self._counts, more)
            begins, self._is_noting = not self._is_noting, True
        if begins:
            threading.Thread(target=self.keep_noting, daemon=True).start()

    def keep_noting(self) -> None:
        """Let the other processes know each second, as long as this one lives."""
        while True:
            with suppress(OSError):  # a full disk keeps nobody from playing
                self.note()
            time.sleep(NOTE_EVERY_S)

    def note(self) -> None:
        """Let the other processes know what this one counted."""
        if self._shared is None:
            return
        with self._lock:
            told = json.dumps(self._counts)
        own = self._own(self._shared)
        own.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        half = own.with_suffix(".half")
        half.write_text(told, encoding="utf-8")
        half.replace(own)

    def summed(self) -> dict[str, float]:
        """All counts, with those of processes that ended, so that none goes back."""
        with self._lock:
            found = dict(self._counts)
        if self._shared is not None:
            own = self._own(self._shared)
            for each in sorted(self._shared.glob("*.json")):
                if each != own:
                    _add_up(found, _read(each))
        return found

    @staticmethod
    def _own(shared: Path) -> Path:
        return shared / f"{os.getpid()}.json"


def _add_up(counts: dict[str, float], more: Mapping[str, float]) -> None:
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number


def _read(file: Path) -> dict[str, float]:
    with suppress(OSError, ValueError):
        found: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
        return found
    return {}

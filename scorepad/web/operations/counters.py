"""Counts that only grow, of this process."""

import threading
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

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

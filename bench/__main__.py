"""Measure everything, print the table, and fail if a figure exceeds its limit.

Each part runs in a process of its own, so that its memory is measured alone.
``./scripts/bench paper`` measures one part.
"""

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from bench.clock import Figure

LINE = "{:<20}{:>10}   {:<22}{:>10}{:>9}{:>9}"
PARTS = ("load", "seasons", "tournament", "paper", "browser", "start")


def main(chosen: list[str]) -> bool:
    os.environ.setdefault("SCOREPAD_LIMITS", "off")  # quicker than any table
    if chosen:
        held = [measure(part) for part in chosen]
        return all(held)
    print(LINE.format("", "ms", "floor", "ms", "ratio", "most"), flush=True)
    command = [sys.executable, "-m", "bench"]
    failed = [part for part in PARTS if subprocess.call([*command, part])]
    return not failed


def measure(part: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        figures = import_module(f"bench.{part}").figures(Path(folder))
        held = [show(figure) for figure in figures]
    return all(held)


def show(figure: Figure) -> bool:
    ms, floor = f"{figure.seconds * 1000:.1f}", f"{figure.floor * 1000:.1f}"
    ratio, most = f"{figure.ratio:.1f}", f"{figure.most:.1f}"
    holds = figure.ratio <= figure.most
    words = (figure.what, ms, figure.floor_of, floor, ratio, most)
    print(LINE.format(*words), "" if holds else "  <-- too slow", flush=True)
    return holds


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))

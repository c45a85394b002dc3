"""The second start of a server until it answers, and ``scorepad score``."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, figure_of, medians
from tests.repo.source import ROOT
from tests.support.serving import server
from tests.support.vectors import FOLDER

LONGEST_START_S, LONGEST_SCORE_S = 1.2, 0.25
EXAMPLE = (FOLDER / "example.json").read_text()


def figures(folder: Path) -> Iterator[Figure]:
    started, scored = medians(lambda: start_and_stop(folder), score, times=7)
    yield figure_of("start until it answers", started, LONGEST_START_S)
    yield figure_of("scorepad score", scored, LONGEST_SCORE_S)


def start_and_stop(folder: Path) -> None:
    with server(folder, program="scorepad.cli") as running:
        assert running.send("GET", "/health").status == 200
        running.process.kill()  # nothing was asked that would have to be finished


def score() -> None:
    command = [sys.executable, "-m", "scorepad.cli", "score", "-"]
    how = {"input": EXAMPLE, "cwd": ROOT}
    subprocess.run(command, text=True, check=True, capture_output=True, **how)

"""The second start of the server, and the commands that load only rules."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, median
from scorepad.settings import CHECKOUT

MOST_START = 5.0
MOST_SCORE = 10.0
LONGEST_START = 3.0
GIVE_UP = 60
EXAMPLE = """{"format": "scorepad/game", "version": 1, "game": "wizard",
 "players": ["Thomas", "Ute", "Kevin"],
 "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]}"""


def figures(folder: Path) -> Iterator[Figure]:
    imports = "import flask, sqlalchemy, babel, waitress"
    floor = median(lambda: run(sys.executable, "-c", imports), times=5)
    start = median(lambda: start_and_stop(folder), times=3)
    assert start < LONGEST_START, f"a second start took {start:.1f} s"
    yield Figure("second start", start, "import the libraries", floor, MOST_START)
    nothing = median(lambda: run(sys.executable, "-c", "pass"), times=9)
    score = median(lambda: run("-m", "scorepad.cli", "score", "-"), times=9)
    yield Figure("scorepad score", score, "start of Python", nothing, MOST_SCORE)


def run(*words: str) -> None:
    command = [sys.executable, *words] if words[0] == "-m" else list(words)
    subprocess.run(
        command, input=EXAMPLE, text=True, check=True, capture_output=True, cwd=CHECKOUT
    )


def start_and_stop(folder: Path) -> None:
    """``./scripts/serve`` until it answers."""
    port = free_port()
    environ = {
        **os.environ,
        "SCOREPAD_INSTANCE": str(folder),
        "SCOREPAD_HOST": "127.0.0.1",
        "SCOREPAD_PORT": str(port),
    }
    server = subprocess.Popen(
        ["scripts/serve"], cwd=CHECKOUT, env=environ, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


def wait_for(url: str) -> None:
    deadline = time.monotonic() + GIVE_UP
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError(url)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

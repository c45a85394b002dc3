"""Starts of the server, and the commands that load only rules.

The second one of ./scripts/serve, one in the middle of a game, and one that is refused.
"""

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
from bench.restarting import until_all_save
from scorepad.settings import CHECKOUT
from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict, writing
from tests.serving import start

MOST_START = 5.0
MOST_SCORE = 10.0
LONGEST_START = 3.0
LONGEST_RESTART = 3.0
LONGEST_REFUSAL = 2.0
PHONES = 4
RESTARTS = 5
REFUSED = 2
GIVE_UP = 60
EXAMPLE = """{"format": "scorepad/game", "version": 1, "game": "wizard",
 "players": ["Thomas", "Ute", "Kevin"],
 "rounds": [{"bids": [0, 1, 1], "tricks": [0, 0, 1]}]}"""


def figures(folder: Path) -> Iterator[Figure]:
    imports = "import flask, sqlalchemy, babel, waitress"
    floor = median(lambda: run(sys.executable, "-c", imports), times=5)
    second = median(lambda: start_and_stop(folder), times=3)
    assert second < LONGEST_START, f"a second start took {second:.1f} s"
    yield Figure("second start", second, "import the libraries", floor, MOST_START)
    yield from of_a_game(folder / "played")
    refused = median(lambda: start_nowhere(folder), times=3)
    assert refused < LONGEST_REFUSAL, f"to refuse a folder took {refused:.1f} s"
    yield Figure("start in no folder", refused, "the same", floor, MOST_START)
    nothing = median(lambda: run(sys.executable, "-c", "pass"), times=9)
    score = median(lambda: run("-m", "scorepad.cli", "score", "-"), times=9)
    yield Figure("scorepad score", score, "start of Python", nothing, MOST_SCORE)


def of_a_game(folder: Path) -> Iterator[Figure]:
    """F11: stopped and started again while people save."""
    folder.mkdir()
    with lives(folder) as living:
        evening = Evening(living.server)
        writers = [Writer(evening, number) for number in range(1, PHONES + 1)]
        with writing(writers):
            took = [
                until_all_save(writers, living.end, living.again)
                for _ in range(RESTARTS)
            ]
        assert not verdict(writers), verdict(writers)
    allowed = f"at most {LONGEST_RESTART:.0f} s, the longest"
    yield Figure("restart in a game", max(took), allowed, LONGEST_RESTART, 1.0)


def start_nowhere(folder: Path) -> None:
    """F04: the folder cannot be written to, since it is a file."""
    (file := folder / "file").touch()
    process = start(file / "instance")
    process.communicate(timeout=GIVE_UP)
    assert process.returncode == REFUSED


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

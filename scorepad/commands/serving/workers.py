"""Several processes that serve together; one that ends is started again."""

import logging
import os
import shutil
import socket
import subprocess
import sys
import time

from scorepad.commands.serving.sharing import counts_of
from scorepad.settings import Settings

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.2
PAUSE_S = 1.0
PATIENCE_S = 15


class Workers:
    """The processes that listen on one socket."""

    def __init__(self, settings: Settings, taken: socket.socket) -> None:
        self._settings = settings
        self._taken = taken
        self._counts = counts_of(settings.workers)
        self._running: list[subprocess.Popen[bytes]] = []

    def run(self) -> None:
        """Keep them running until SystemExit, then end them well."""
        shutil.rmtree(self._settings.counted_in, ignore_errors=True)
        places = range(self._settings.workers)
        self._running = [self._started(place) for place in places]
        try:
            while True:
                time.sleep(LOOK_EVERY_S)
                self._replace_the_dead()
        except (SystemExit, KeyboardInterrupt):
            pass
        finally:
            self._end()

    def _replace_the_dead(self) -> None:
        for place, worker in enumerate(self._running):
            if worker.poll() is not None:
                log.warning("a worker ended (%d), another starts", worker.returncode)
                time.sleep(PAUSE_S)  # what cannot start must not keep a core busy
                self._running[place] = self._started(place)

    def _started(self, place: int) -> "subprocess.Popen[bytes]":
        handles = [self._taken.fileno(), self._counts.fileno()]
        said = [str(number) for number in (*handles, place)]
        return subprocess.Popen(  # noqa: S603 - words of our own, no shell
            [sys.executable, "-m", "scorepad.commands.serving.worker", *said],
            env=os.environ | _as_variables(self._settings),
            stdin=subprocess.PIPE,  # ends with us, however we do
            pass_fds=handles,
        )

    def _end(self) -> None:
        for worker in self._running:
            worker.terminate()
        deadline = time.monotonic() + PATIENCE_S
        for worker in self._running:
            try:
                worker.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def _as_variables(settings: Settings) -> dict[str, str]:
    """What the command line may have said otherwise than the environment."""
    return {
        "SCOREPAD_INSTANCE": str(settings.instance),
        "SCOREPAD_DATABASE_URL": settings.database_url,
        "SCOREPAD_HOST": settings.host,
        "SCOREPAD_PORT": str(settings.port),
    }

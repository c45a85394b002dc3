"""Nobody is let in for a moment where no file handle is left for them.

Who knocks then waits in the kernel's queue. Waitress alone would hear them again at
once, and say so in the log, thousands of times a second until somebody leaves.
"""

import logging
import time
from math import inf
from typing import Any, Final

from waitress.server import BaseWSGIServer

from scorepad.store.upkeep.faults import is_out_of_handles

SHUT_S: Final = 1.0
TELL_EVERY_S: Final = 60.0

log: Final = logging.getLogger(__name__)


class Door:
    """Where the phones of one server come in."""

    def __init__(self, server: Any) -> None:
        self._accept, self._readable = server.accept, server.readable
        self._opens_at = self._told_at = -inf

    def readable(self) -> bool:
        """Whether to listen for who knocks; in any case Waitress tidies up by this."""
        is_ready: bool = self._readable()
        return is_ready and time.monotonic() >= self._opens_at

    def accept(self) -> Any:
        """Let the next one in, or nobody for a moment."""
        try:
            return self._accept()
        except OSError as error:
            if not is_out_of_handles(error):
                raise
            self._shut(error)
            return None

    def _shut(self, error: OSError) -> None:
        now = time.monotonic()
        self._opens_at = now + SHUT_S
        if now - self._told_at >= TELL_EVERY_S:
            self._told_at = now
            log.warning("nobody more is let in for now: %s", error.strerror)


def watch_doors(listening: dict[int, Any]) -> None:
    """Give every server in this map of Waitress such a door."""
    for each in listening.values():
        if isinstance(each, BaseWSGIServer):
            door = Door(each)
            each.accept, each.readable = door.accept, door.readable

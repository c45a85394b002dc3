"""The threads that answer, no more of them awake than get something done.

Python lets one thread run at a time. Waitress wakes one for every request; eight that
are awake get in each other's way, and as many connections to the database are kept
busy in turn. One after the other is answered faster, as long as nobody waits long.
"""

import time
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

PATIENCE_S: Final = 0.005
"""Who waits longer for a thread that is awake has another woken: as long as Python lets
a thread go on that does not wait for anything."""


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc] # it has no types
    """Wakes a thread where none is awake, or where those that are take too long."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._first: Any = None  # in the queue when last looked at
        self._since = 0.0
        self._is_called = False
        self.set_thread_count(count)

    def add_task(self, task: Any) -> None:
        """Have a request answered, soon."""
        with self.lock:
            if not self.queue:
                self._first = None
            self.queue.append(task)
            self._wake_if_due()

    def hurry(self) -> bool:
        """Whether somebody waits; another thread is woken where that takes too long."""
        with self.lock:
            if self.queue:
                self._wake_if_due()
            return bool(self.queue)

    def _wake_if_due(self) -> None:
        now = time.monotonic()
        if self._first is not self.queue[0]:
            self._first, self._since = self.queue[0], now
            self._is_called = False
        nobody_comes = self.active_count <= 0 and not self._is_called
        if nobody_comes or now - self._since > PATIENCE_S:
            self._since, self._is_called = now, True
            self.queue_cv.notify()

"""The writers of one process take turns.

At an embedded database they have to. At a server they need not; but eight who all come
on a statement at a time keep one another awake, and each save takes longer.

Python runs one thread at a time, and half of a save is waiting for the disk. Whoever
has saved and went straight on to the answer would keep the next one from its
statements, and then nobody had anything to do while that one waits for the disk. So the
next one goes first, as far as its commit; and the answer is written meanwhile.
"""

import threading
from typing import Final

_COURTESY: Final = 0.003
"""Seconds that somebody who has saved lets the next one go first, at most."""


class Turns:
    """One writes at a time, in the order of asking as far as locks keep to it."""

    def __init__(self, courtesy: float = _COURTESY) -> None:
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0
        self._at_disk = threading.Event()
        self._courtesy = courtesy

    def take(self, patience: float) -> bool:
        """Wait for one's turn, at most so many seconds; whether it came."""
        self._count(1)
        try:
            return self._turn.acquire(timeout=patience)
        finally:
            self._count(-1)

    def reach_disk(self) -> None:
        """All statements are made: from now on only the disk is waited for."""
        self._at_disk.set()

    def end(self) -> None:
        """Let the next one write, and go first as far as its commit."""
        self._at_disk.set()  # whoever waits for this turn's commit: there is none
        self._at_disk.clear()
        is_awaited = self._waiting > 0
        self._turn.release()
        if is_awaited:
            self._at_disk.wait(self._courtesy)

    def _count(self, more: int) -> None:
        with self._counting:
            self._waiting += more


TURNS: Final = Turns()
"""Those of this process."""

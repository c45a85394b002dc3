"""Processes that serve together have as many connections each.

All of them listen on one socket, and whoever asks first gets who comes in: of eight
phones one process often had seven, and was busy while another had nothing to do. So
each tells how many it has, in memory that all of them see, and whoever has more than
another lets that one be quicker.
"""

import mmap
import os
import tempfile
import time
from typing import IO, Final

COURTESY_S: Final = 0.001
_COUNTS: Final = "Q"
_BYTES: Final = 8
_OF_MANY: Final = 8


def counts_of(processes: int) -> IO[bytes]:
    """A file that nobody else finds, with a count for each of so many processes."""
    counts = _file()
    counts.truncate(processes * _BYTES)
    return counts


def _file() -> IO[bytes]:
    """In memory where there is such a thing: a disk would be written to for nothing."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("scorepad-counts"), "r+b")
    return tempfile.TemporaryFile()


class Share:
    """How many connections one process has, and whether another has fewer."""

    def __init__(self, counts: int, place: int) -> None:
        """Take the place of one process in the file of counts that is open there."""
        self._counts = memoryview(mmap.mmap(counts, 0)).cast(_COUNTS)
        self._place = place
        self.tell(0)  # who had the place before has ended

    def tell(self, connections: int) -> None:
        """Let the others know."""
        self._counts[self._place] = connections

    @property
    def is_larger(self) -> bool:
        """Whether another has fewer; among many, by more than an eighth."""
        least = min(self._counts)
        return self._counts[self._place] > least + least // _OF_MANY

    def give_way(self) -> None:
        """Let whoever has fewer be quicker; one that hangs is not waited for."""
        if self.is_larger:
            time.sleep(COURTESY_S)


def alone() -> Share:
    """The share of a process that serves by itself."""
    with counts_of(1) as counts:
        return Share(counts.fileno(), 0)

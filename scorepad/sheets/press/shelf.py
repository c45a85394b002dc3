"""Sheets that were printed before: the same one is never printed twice."""

import contextlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from scorepad.sheets.edition import edition_of

MOST_IN_MEMORY = 8 << 20
MOST_ON_DISK = 64 << 20
"""Bytes. A sheet has some 40 kB."""


class Shelf:
    """Keeps PDFs by name in memory and in *folder*, the latest used ones longest.

    The files in the folders *shaping* them are part of every name. Safe to share
    between threads, and *folder* between processes: a file appears whole
    or not at all.
    """

    def __init__(
        self,
        folder: Path,
        *,
        shaping: tuple[Path, ...] = (),
        in_memory: int = MOST_IN_MEMORY,
        on_disk: int = MOST_ON_DISK,
    ) -> None:
        self._folder = folder
        self._shaping = shaping
        self._in_memory = in_memory
        self._on_disk = on_disk
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._making: dict[str, threading.Lock] = {}

    def key(self, *parts: str) -> str:
        """The name of the sheet that follows from *parts* and nothing else."""
        told = "\0".join((edition_of(*self._shaping), *parts))
        return sha256(told.encode()).hexdigest()

    def get(self, key: str, make: Callable[[], bytes], *, hold: bool = True) -> bytes:
        """What *key* names; made by *make* where nobody made it before.

        Whoever asks while it is being made waits for that one. What nobody is waiting
        for need not take the place of others in memory: do not *hold* it.
        """
        if (found := self._found(key, hold=hold)) is not None:
            return found
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                if (found := self._found(key, hold=hold)) is None:
                    found = make()
                    self._put(key, found, hold=hold)
                return found
        finally:
            with self._lock:
                self._making.pop(key, None)

    def clear(self) -> None:
        """Throw all sheets away: one may tell of somebody or something that is gone."""
        with self._lock:
            self._held.clear()
            self._size = 0
        for file in self._folder.glob("*"):
            file.unlink(missing_ok=True)

    def _found(self, key: str, *, hold: bool) -> bytes | None:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        file = self._folder / key
        try:
            found = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        if hold:
            self._hold(key, found)
        return found

    def _put(self, key: str, made: bytes, *, hold: bool) -> None:
        if hold:
            self._hold(key, made)
        with contextlib.suppress(OSError):  # a full disk costs time, not the sheet
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished = self._folder / f"{key}.{os.getpid()}.{threading.get_ident()}"
            unfinished.write_bytes(made)
            unfinished.replace(self._folder / key)
            self._tidy()

    def _hold(self, key: str, made: bytes) -> None:
        with self._lock:
            if key in self._held:
                return
            self._held[key] = made
            self._size += len(made)
            while self._size > self._in_memory:
                _, dropped = self._held.popitem(last=False)
                self._size -= len(dropped)

    def _tidy(self) -> None:
        """Throw away the files not used for longest, down to half of what may be."""
        files = [(file, file.stat()) for file in self._folder.iterdir()]
        size = sum(stat.st_size for _, stat in files)
        if size <= self._on_disk:
            return
        for file, stat in sorted(files, key=lambda each: each[1].st_mtime):
            file.unlink(missing_ok=True)
            size -= stat.st_size
            if size <= self._on_disk // 2:
                return

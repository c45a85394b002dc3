"""A cache of rendered files in a folder."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from time import time

from scorepad.pdf.jobs import PrintJob

MOST_BYTES = 64 << 20
"""Size of the cache; a sheet has some 40 kB."""
KEPT_FOR = 24 * 3600.0
"""Seconds until an unused file is deleted, since it may contain erased names."""

_HERE = Path(__file__).parent
_SHAPING = frozenset((".py", ".css", ".ttf", ".otf", ".conf"))


class PdfCache:
    """Cache of rendered files in *folder*, evicting the least recently used.

    The key is a hash of the job, our code in this package, and the folders *shaping* it
    (style sheets, fonts). Safe to share between threads, and *folder* between
    processes: files are written atomically.
    """

    def __init__(
        self,
        folder: Path,
        *,
        shaping: tuple[Path, ...] = (),
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._folder = folder
        self._shaping = (_HERE, *shaping)
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._making: dict[str, threading.Lock] = {}

    def key(self, job: PrintJob, kind: str = "pdf") -> str:
        """Return the key of a *job*."""
        told = "\0".join((_edition(self._shaping), kind, job.content))
        return sha256(told.encode()).hexdigest()

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the file of *key*, created by *make* if missing.

        Concurrent requests of one key wait for the first.
        """
        if (found := self._found(key)) is not None:
            return found
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                if (found := self._found(key)) is None:
                    found = make()
                    self._put(key, found)
                return found
        finally:
            with self._lock:
                self._making.pop(key, None)

    def clear(self) -> None:
        """Delete all files: one may contain erased data."""
        for file in self._folder.glob("*"):
            file.unlink(missing_ok=True)

    def _found(self, key: str) -> bytes | None:
        file = self._folder / key
        try:
            found = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        return found

    def _put(self, key: str, made: bytes) -> None:
        with contextlib.suppress(OSError):  # a full disk must not fail the request
            self._folder.mkdir(parents=True, exist_ok=True)
            unfinished = self._folder / f"{key}.{os.getpid()}.{threading.get_ident()}"
            unfinished.write_bytes(made)
            unfinished.replace(self._folder / key)
            self._tidy()

    def _tidy(self) -> None:
        files = [(file, file.stat()) for file in self._folder.iterdir()]
        left, oldest = self._most_bytes, time() - KEPT_FOR
        for file, stat in sorted(files, key=lambda each: -each[1].st_mtime):
            left -= stat.st_size
            if left < 0 or stat.st_mtime < oldest:
                file.unlink(missing_ok=True)


@cache
def _edition(folders: tuple[Path, ...]) -> str:
    """Return a hash of what affects every file; fonts count by name and size."""
    told = sha256(version("weasyprint").encode())
    for file in _files(folders):
        told.update(file.name.encode())
        is_font = file.suffix in {".ttf", ".otf"}
        told.update(str(file.stat().st_size).encode() if is_font else file.read_bytes())
    return told.hexdigest()


def _files(folders: tuple[Path, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(file for file in folder.rglob("*") if file.suffix in _SHAPING)

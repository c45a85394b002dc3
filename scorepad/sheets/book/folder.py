"""Books on the disk: those being made, and those that are finished.

The folder is the only truth, so that every process which serves sees the same: a book
is being made while somebody holds the lock in its workroom, and it is there when its
file is. What a process left behind that ended in between is swept away.
"""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import IO
from uuid import uuid4

MOST_ON_DISK = 256 << 20
"""Bytes of finished books. One of a hundred games has some 2 MB."""
KEPT_FOR = 3 * 24 * 3600
"""Seconds without anybody reading it."""

_FINISHED, _WORKROOM, _FAILED, _GONE = ".pdf", ".making", ".failed", ".gone"


@dataclass(frozen=True, slots=True)
class Progress:
    """*done* of *all* parts; nothing is done while it waits for another book."""

    done: int
    all_: int
    stopping: bool = False


class Workroom:
    """Where one book is made, held by whoever makes it until it is left."""

    def __init__(self, folder: Path, lock: IO[str]) -> None:
        self.folder = folder
        self._lock = lock

    @property
    def is_stopped(self) -> bool:
        """Whether somebody wants no more of it."""
        return (self.folder / "stop").exists()

    def tell(self, done: int, all_: int) -> None:
        """Let everybody see how far it is."""
        fresh = self.folder / "progress.new"
        fresh.write_text(f"{done} {all_}", encoding="ascii")
        fresh.replace(self.folder / "progress")

    def leave(self) -> None:
        """Throw everything away that is not finished."""
        # At one stroke: the next one may want the same place at once.
        gone = self.folder.with_name(f"{uuid4().hex}{_GONE}")
        with contextlib.suppress(OSError):
            self.folder.replace(gone)
        self._lock.close()
        shutil.rmtree(gone, ignore_errors=True)


class BookFolder:
    """The books of all groups in *folder*; a book's name begins with its group's."""

    def __init__(
        self, folder: Path, *, on_disk: int = MOST_ON_DISK, kept_for: float = KEPT_FOR
    ) -> None:
        self._folder = folder
        self._on_disk = on_disk
        self._kept_for = kept_for

    def find(self, name: str) -> Path | None:
        """A finished book; it is kept longer now."""
        file = self._folder / f"{name}{_FINISHED}"
        try:
            os.utime(file)
        except OSError:
            return None
        return file

    def progress(self, name: str) -> Progress | None:
        """How far a book is that is being made; ``None``: it is not."""
        workroom = self._folder / f"{name}{_WORKROOM}"
        if not _is_held(workroom):
            return None
        try:
            done, all_ = (workroom / "progress").read_text(encoding="ascii").split()
        except (OSError, ValueError):
            return Progress(0, 1)
        return Progress(int(done), int(all_), (workroom / "stop").exists())

    def being_made(self) -> tuple[str, ...]:
        """The names of all books that are being made, or wait for it."""
        found = self._folder.glob(f"*{_WORKROOM}")
        return tuple(each.stem for each in found if _is_held(each))

    def stop(self, name: str) -> None:
        """Ask whoever makes a book to let it be."""
        with contextlib.suppress(OSError):  # nobody makes it any more
            (self._folder / f"{name}{_WORKROOM}" / "stop").touch()

    def failure(self, name: str) -> str | None:
        """Why the last book of its group was not finished."""
        try:
            return self._failed(name).read_text(encoding="utf-8")
        except OSError:
            return None

    def fail(self, name: str, reason: str) -> None:
        """Remember why a book was not finished."""
        self._failed(name).write_text(reason, encoding="utf-8")

    def workroom(self, name: str) -> Workroom:
        """A place to make a book, held from now on."""
        folder = self._folder / f"{name}{_WORKROOM}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self._failed(name).unlink(missing_ok=True)
        lock = (folder / "lock").open("w", encoding="ascii")
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return Workroom(folder, lock)

    def finish(self, name: str, made: Path) -> None:
        """Put the finished file where it is found: whole, or not at all."""
        made.replace(self._folder / f"{name}{_FINISHED}")
        self.sweep()

    def remove_all_of(self, group: str) -> None:
        """Throw away every finished book of a group."""
        for file in self._folder.glob(f"{group}.*{_FINISHED}"):
            file.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Throw away what nobody makes or reads any more, the oldest first."""
        for suffix in (_WORKROOM, _GONE):
            for workroom in self._folder.glob(f"*{suffix}"):
                if not _is_held(workroom):
                    shutil.rmtree(workroom, ignore_errors=True)
        oldest, left = time() - self._kept_for, self._on_disk
        for file, at, size in sorted(self._files(), key=lambda each: -each[1]):
            left -= size
            if at < oldest or left < 0:
                file.unlink(missing_ok=True)

    @contextmanager
    def door(self) -> Iterator[None]:
        """One at a time decides what is made next, in whatever process."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "door").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _failed(self, name: str) -> Path:
        # What was changed meanwhile has another name than what was asked for.
        return self._folder / f"{name.partition('.')[0]}{_FAILED}"

    def _files(self) -> Iterator[tuple[Path, float, int]]:
        for suffix in (_FINISHED, _FAILED):
            for file in self._folder.glob(f"*{suffix}"):
                with contextlib.suppress(OSError):  # gone already
                    found = file.stat()
                    yield file, found.st_mtime, found.st_size


def _is_held(workroom: Path) -> bool:
    """Whether somebody has its lock; the system takes it from the dead."""
    try:
        with (workroom / "lock").open("r", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False

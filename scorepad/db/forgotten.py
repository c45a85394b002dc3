"""The list of anonymized players: ids of group and player, in a file of its own.

A restored backup contains the names, so these players are anonymized again. Entries
never expire: no clock can be trusted about the age of a backup.
"""

import fcntl
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import UUID

from scorepad.db.dumps import sync

LIST = "forgotten.txt"


class Forgotten(NamedTuple):
    """An anonymized player, by the ids of group and player."""

    group: UUID
    player: UUID


def remember(folder: Path, people: Iterable[Forgotten]) -> None:
    """Add *people* to the list; it is synced to disk on return."""
    with (folder / f".{LIST}.lock").open("w", encoding="ascii") as lock:
        # One at a time, of all threads and processes.
        fcntl.flock(lock, fcntl.LOCK_EX)
        everybody = dict.fromkeys((*listed(folder), *people))
        lines = "".join(f"{who.group} {who.player}\n" for who in everybody)
        with TemporaryDirectory(dir=folder, prefix=".forgotten-") as beside:
            new = Path(beside) / LIST
            new.write_text(lines, encoding="ascii")
            sync(new)
            new.replace(folder / LIST)
        sync(folder)


def copy_to(second: Path, folder: Path) -> None:
    """Merge the list into the one in the *second* backup folder, if available."""
    with suppress(OSError):
        merge_from(folder, second)


def merge_from(other: Path, folder: Path) -> None:
    """Merge the list in the folder *other* into the one in *folder*."""
    if more := listed(other):
        remember(folder, more)


def listed(folder: Path) -> tuple[Forgotten, ...]:
    """Return everybody on the list; lines of another form are ignored."""
    try:
        text = (folder / LIST).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return ()
    found = []
    for line in text.splitlines():
        with suppress(ValueError):
            group, player = line.split(" ")
            found.append(Forgotten(UUID(group), UUID(player)))
    return tuple(found)

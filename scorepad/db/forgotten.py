"""Who was forgotten: ids alone, beside the database.

A person is named by the id of a group and the one they have in it: the same id may be
somebody else's in another group.

A backup that is put back still knows them. The list is no part of it, and so is there
afterwards. Nobody is ever let go of: no clock is to be believed when it says how old a
backup is, somebody may have kept one elsewhere, and an id tells nothing.
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
    """Somebody of a group, by the ids of both."""

    group: UUID
    player: UUID


def remember(folder: Path, people: Iterable[Forgotten]) -> None:
    """Add *people*; they are on the disk when this returns."""
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
    """Keep the list where backups are copied to as well, unless that place is away.

    Whom another computer has written there stays.
    """
    with suppress(OSError):
        learn_from(folder, second)


def learn_from(other: Path, folder: Path) -> None:
    """Take over whom the list in *other* names, such as the one beside a backup."""
    if more := listed(other):
        remember(folder, more)


def listed(folder: Path) -> tuple[Forgotten, ...]:
    """Everybody on the list."""
    try:
        text = (folder / LIST).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return ()
    return tuple(filter(None, map(_entry, text.splitlines())))


def _entry(line: str) -> Forgotten | None:
    """Beside a backup there may be any file of that name."""
    try:
        group, player = line.split(" ")
        return Forgotten(UUID(group), UUID(player))
    except ValueError:
        return None

"""Who was forgotten: ids alone, beside the database.

A person is named by the id of a group and the one they have in it: the same id may be
somebody else's in another group.

A backup that is put back still knows them. The list is no part of it, and so is there
afterwards. Nobody is ever let go of: no clock is to be believed when it says how old a
backup is, somebody may have kept one elsewhere, and an id tells nothing.
"""

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import UUID

from scorepad.store.upkeep.dumps import sync

LIST = "forgotten.txt"


class Person(NamedTuple):
    """Somebody of a group, by the ids of both."""

    group: UUID
    player: UUID


def remember(folder: Path, people: Iterable[Person], now: datetime) -> None:
    """Add *people*; they are on the disk when this returns."""
    with _held(folder):
        _write(folder, _read(folder) | dict.fromkeys(people, now))


def copy_to(second: Path, folder: Path) -> None:
    """Keep the list where backups are copied to as well, unless that place is away.

    Whom another computer has written there stays.
    """
    with suppress(OSError):
        learn_from(folder, second)


def learn_from(other: Path, folder: Path) -> None:
    """Take over whom the list in *other* names, such as the one beside a backup."""
    if more := _read(other):
        with _held(folder):
            _write(folder, more | _read(folder))


def listed(folder: Path) -> tuple[Person, ...]:
    """Everybody on the list."""
    return tuple(_read(folder))


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """One at a time, of all threads and processes: who reads the list will write it."""
    with (folder / f".{LIST}.lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read(folder: Path) -> dict[Person, datetime]:
    try:
        text = (folder / LIST).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return {}
    return dict(filter(None, map(_entry, text.splitlines())))


def _entry(line: str) -> tuple[Person, datetime] | None:
    """Beside a backup there may be any file of that name."""
    try:
        at, group, player = line.split(" ")
        moment = datetime.fromisoformat(at).astimezone(UTC)
        return Person(UUID(group), UUID(player)), moment
    except ValueError:
        return None


def _write(folder: Path, whom: dict[Person, datetime]) -> None:
    lines = "".join(
        f"{at.isoformat()} {who.group} {who.player}\n" for who, at in whom.items()
    )
    with TemporaryDirectory(dir=folder, prefix=".forgotten-") as beside:
        new = Path(beside) / LIST
        new.write_text(lines, encoding="ascii")
        sync(new)
        new.replace(folder / LIST)
    sync(folder)

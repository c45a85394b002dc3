"""Who was forgotten in the last thirty days: ids alone, beside the database.

A backup that is put back still knows them. The list is no part of it, and so is there
afterwards.
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from uuid import UUID

from scorepad.store.upkeep.backups import KEPT

LIST = "forgotten.txt"
PUT_BACK = "put-back"
"""A sign that a backup was put back, and that the list was not gone through since."""


def remember(folder: Path, ids: Iterable[UUID], now: datetime) -> None:
    """Add *ids*, and let go of those that no backup knows any more."""
    lines = [
        *(
            f"{at.isoformat()} {who}"
            for who, at in _read(folder)
            if now - at <= 2 * KEPT
        ),
        *(f"{now.isoformat()} {who}" for who in ids),
    ]
    beside = folder / f".{LIST}"
    beside.write_text("\n".join(lines) + "\n", encoding="ascii")
    beside.replace(folder / LIST)


def listed(folder: Path) -> tuple[UUID, ...]:
    """Everybody on the list."""
    return tuple(who for who, _ in _read(folder))


def note_put_back(folder: Path) -> None:
    """Remember that a backup was put back."""
    (folder / PUT_BACK).touch()


def was_put_back(folder: Path) -> bool:
    """Whether one was, since the list was last gone through."""
    return (folder / PUT_BACK).exists()


def note_gone_through(folder: Path) -> None:
    """Remember that everybody on the list is forgotten again."""
    (folder / PUT_BACK).unlink(missing_ok=True)


def _read(folder: Path) -> list[tuple[UUID, datetime]]:
    try:
        lines = (folder / LIST).read_text(encoding="ascii").split("\n")
    except OSError:
        return []
    pairs = (line.split(" ", 1) for line in lines if line)
    return [(UUID(who), datetime.fromisoformat(at)) for at, who in pairs]

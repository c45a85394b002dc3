"""What the disk says: whether it takes a row, and what room is left."""

import shutil
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.orm import Session


def touch_a_row(session: Session) -> None:
    """Write a row as it is: no row changes, but the database does all it would."""
    session.execute(text("UPDATE alembic_version SET version_num = version_num"))


def are_on_one_disk(one: Path, other: Path) -> bool:
    """Whether two folders end together when a disk or a card does."""
    return one.stat().st_dev == other.stat().st_dev


def free_bytes(folder: Path) -> int | None:
    """The room that is left where *folder* is; ``None`` where it is not to be had."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None

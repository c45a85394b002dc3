"""Copy a whole database into one file while people write, check it, and put it back."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from scorepad.store.tables.database_id import DatabaseId
from scorepad.store.upkeep.postgresql import (
    DumpRefusedError,
    call,
    dump_postgresql,
    restore_postgresql,
)

EMBEDDED: Final = "database.sqlite3"
SERVED: Final = "database.pgdump"

JOURNALS: Final = ("-wal", "-shm", "-journal")
_REPLACED: Final = ".replaced-"
_STAMP: Final = "%Y%m%d-%H%M%S"

_PATIENT_MS: Final = 5000
_HELD: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGED: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_ID_TABLE: Final = DatabaseId.__tablename__
_HAS_ID: Final = f"SELECT 1 FROM sqlite_master WHERE name = '{_ID_TABLE}'"  # noqa: S608 - our own name


class DamagedError(DumpRefusedError):
    """A database contradicts itself or cannot be read."""


def name_of_dump(url: str) -> str:
    """Return what a copy of this kind of database is called inside a backup."""
    return EMBEDDED if url.startswith("sqlite") else SERVED


def dump(url: str, target: Path) -> None:
    """Copy the database at *url* into the new file *target*, as of one moment.

    The copy has no database id, so that whoever puts it back gets another one.

    :raises DumpRefusedError: it cannot be read, or *target* not be written.
    """
    if not url.startswith("sqlite"):
        dump_postgresql(url, target, without=_ID_TABLE)
        return
    try:
        # A journal of a crash has to be rolled back first, hence not "ro".
        with closing(_opened(file_of(url), "rw")) as source:
            _copy(source, target)
    except sqlite3.Error as error:
        kind = DamagedError if _is_damage(error) else DumpRefusedError
        raise kind(f"The database cannot be copied ({error}).") from None


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        source.backup(copy, progress=_not_for_ever)
        copy.execute("PRAGMA journal_mode=DELETE").close()
        if copy.execute(_HAS_ID).fetchone():
            copy.execute(f"DELETE FROM {_ID_TABLE}")  # noqa: S608 - our own name


def _not_for_ever(status: int, _left: int, _all: int) -> None:
    if status in _HELD:  # for as long as a connection waits
        raise sqlite3.OperationalError("database is locked")


def check(dumped: Path) -> None:
    """Read a copy from end to end.

    :raises DamagedError: it is damaged.
    """
    if dumped.name == SERVED:
        # Its table of contents would be readable in half a copy, too.
        call(["pg_restore", f"--file={os.devnull}", str(dumped)], {})
        return
    try:
        with closing(_opened(dumped, "ro")) as connection:
            complaints = [*_complaints(connection)]
    except sqlite3.Error as error:
        raise DamagedError(f"The copy is damaged ({error}).") from None
    if complaints:
        raise DamagedError(f"The copy is damaged ({complaints[0]}).")


def _complaints(connection: sqlite3.Connection) -> Iterator[str]:
    for (line,) in connection.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield str(line).splitlines()[-1]
    for table, row, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} refers to nothing"


def complaints_about(url: str) -> list[str]:
    """Read a whole database, and return what is wrong with it.

    :raises DumpRefusedError: a PostgreSQL cannot be read to its end.
    """
    if not url.startswith("sqlite"):
        dump_postgresql(url, Path(os.devnull), without=_ID_TABLE)
        return []
    with closing(_opened(file_of(url), "rw")) as connection:
        return [*_complaints(connection)]


def first_complaint(url: str) -> str | None:
    """Return what a quick look finds wrong with an embedded database, if anything."""
    if not url.startswith("sqlite"):
        return None
    try:
        with closing(_opened(file_of(url), "rw")) as connection:  # after a crash
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        # That it may not be read, or is held, is told by whoever opens it.
        return str(error) if _is_damage(error) else None
    return None if verdict == "ok" else str(verdict).splitlines()[-1]


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether an error of SQLite says that a file is damaged, or no database."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(_DAMAGED)


def load(url: str, dumped: Path) -> None:
    """Put a copy in the place of the database at *url*: all of it or nothing.

    Nobody may be using an embedded database meanwhile. What was there is gone, unless
    :func:`set_aside` has kept it.

    :raises DumpRefusedError: it cannot be written there.
    """
    if not url.startswith("sqlite"):
        restore_postgresql(url, dumped)
        return
    place = file_of(url)
    beside = _beside(place, ".restored")
    try:
        shutil.copyfile(dumped, beside)
        beside.chmod(0o600)
        sync(beside)
        for journal in journals_of(url):  # they belong to the old file
            journal.unlink()
        beside.replace(place)
        sync(place.parent)
    except OSError as error:
        raise DumpRefusedError(
            f"{place} cannot be written ({error.strerror})."
        ) from None
    finally:
        beside.unlink(missing_ok=True)  # where it did not take the place


def set_aside(url: str, now: datetime) -> Path:
    """Keep the files of an embedded database under another name, too.

    Until something takes its place it stays there as well. ``scorepad restore`` takes
    the kept file back.

    :raises DumpRefusedError: it cannot be kept.
    """
    place = file_of(url)
    name = f"{_REPLACED}{now.strftime(_STAMP)}-{secrets.token_hex(2)}"
    aside = _beside(place, name)
    try:
        for end in (*JOURNALS, ""):
            if _beside(place, end).exists():
                _keep(_beside(place, end), _beside(aside, end))
                _beside(aside, end).touch()  # from now on it counts how long it lies
        sync(aside.parent)
    except OSError as error:
        raise DumpRefusedError(
            f"{place} cannot be kept under another name ({error.strerror})."
        ) from None
    return aside


def _keep(file: Path, aside: Path) -> None:
    try:
        aside.hardlink_to(file)
    except OSError:  # some sticks know only one name of a file
        shutil.copyfile(file, aside)
        sync(aside)


def journals_of(url: str) -> list[Path]:
    """Return the journals that lie where an embedded database is, or was."""
    place = file_of(url)
    return [each for end in JOURNALS if (each := _beside(place, end)).exists()]


def replaced_files(url: str) -> list[Path]:
    """Return what was set aside of an embedded database, oldest first."""
    if not url.startswith("sqlite"):
        return []
    place = file_of(url)
    return sorted(place.parent.glob(f"{place.name}{_REPLACED}*"))


def file_of(url: str) -> Path:
    """Return the file of an embedded database."""
    return Path(str(make_url(url).database))


def sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _beside(place: Path, end: str) -> Path:
    return place.with_name(place.name + end)


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True)
    connection.execute(f"PRAGMA busy_timeout={_PATIENT_MS}").close()
    return connection

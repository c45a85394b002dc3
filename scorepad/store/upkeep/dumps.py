"""The whole database as one file, made while people write, and put back from it."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url

from scorepad.store.tables.database_id import DatabaseId
from scorepad.store.upkeep.served import (
    NOT_OURS,
    DumpRefusedError,
    call,
    put_back,
    run_tool,
)

EMBEDDED = "database.sqlite3"
SERVED = "database.pgdump"

ID_TABLE = DatabaseId.__tablename__
_HAS_ID = f"SELECT 1 FROM sqlite_master WHERE name = '{ID_TABLE}'"  # noqa: S608 - our own name

_ASIDE = ".damaged"
LEFTOVERS = ("-wal", "-shm", "-journal")

_PATIENT_MS = 5000
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_CLOSED = ("SQLITE_BUSY", "SQLITE_CANTOPEN")


def name_of_dump(url: str) -> str:
    """What a copy of this kind of database is called inside a backup."""
    return EMBEDDED if url.startswith("sqlite") else SERVED


def dump(url: str, target: Path) -> None:
    """Copy the database at *url* into the new file *target*, as of one moment.

    Writers wait for an embedded database as long as it takes, a second or two for
    thousands of games; a server's go on.

    :raises DumpRefusedError: it cannot be read, or *target* not be written.
    """
    if not url.startswith("sqlite"):
        without_id = f"--exclude-table-data={ID_TABLE}"
        how = ("--format=custom", *NOT_OURS, without_id)
        run_tool(url, "pg_dump", *how, f"--file={target}")
        return
    try:
        with closing(_opened(Path(str(make_url(url).database)))) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
        _forget_id(target)
    except sqlite3.Error as error:
        raise DumpRefusedError(f"The database cannot be copied ({error}).") from None


def _forget_id(copy: Path) -> None:
    """Let whoever puts a copy back have another id: see database_id.py."""
    with closing(sqlite3.connect(copy)) as connection:
        if connection.execute(_HAS_ID).fetchone():
            connection.execute(f"DELETE FROM {ID_TABLE}")  # noqa: S608 - our own name
            connection.commit()


def check(dumped: Path) -> None:
    """Read a copy from end to end.

    :raises DumpRefusedError: it is damaged.
    """
    if dumped.name == SERVED:
        # Its list of contents alone would also be that of half a copy.
        call(["pg_restore", f"--file={os.devnull}", str(dumped)], {})
        return
    try:
        _read_through(dumped)
    except sqlite3.Error as error:
        raise DumpRefusedError(f"The copy is damaged ({error}).") from None


def _read_through(file: Path) -> None:
    with closing(_opened(file)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        astray = connection.execute("PRAGMA foreign_key_check").fetchone()
    if verdict != "ok" or astray:
        raise DumpRefusedError("The copy is damaged: its tables contradict themselves.")


def first_complaint(url: str) -> str | None:
    """What a quick look finds wrong with an embedded database, if there is one."""
    file = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite") or not file.exists():
        return None
    try:
        with closing(_opened(file, mode="rw")) as connection:  # after a crash
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        # That it may not be read, or is held, is told by whoever opens it.
        is_damage = str(getattr(error, "sqlite_errorname", "")).startswith(_DAMAGED)
        return str(error) if is_damage else None
    return None if verdict == "ok" else str(verdict).splitlines()[-1]


def is_damaged(url: str) -> bool:
    """Whether a whole look at an embedded database finds anything wrong.

    One that cannot be looked at, since somebody holds it or keeps it closed, is not.
    """
    if not url.startswith("sqlite"):
        return False
    try:
        _read_through(Path(str(make_url(url).database)))
    except sqlite3.Error as error:
        return not str(getattr(error, "sqlite_errorname", "")).startswith(_CLOSED)
    except DumpRefusedError:
        return True
    return False


def set_aside(url: str) -> Path:
    """Keep an embedded database that no backup can be made of under another name.

    Until something takes its place it is there as well.

    :raises DumpRefusedError: it is none, or cannot be kept.
    """
    if not url.startswith("sqlite"):
        raise DumpRefusedError("The database on the server cannot be set aside.")
    place, aside = _names_of(url)
    try:
        for leftover in (*LEFTOVERS, ""):
            _keep(_beside(place, leftover), _beside(aside, leftover))
        aside.touch()  # from now on it counts how long it lies there
        sync(aside.parent)
    except OSError as error:
        raise DumpRefusedError(
            f"{place} cannot be kept under another name ({error.strerror})."
        ) from None
    return aside


def _keep(file: Path, aside: Path) -> None:
    aside.unlink(missing_ok=True)
    if not file.exists():
        return
    try:
        aside.hardlink_to(file)
    except OSError:  # some sticks know only one name of a file
        shutil.copyfile(file, aside)


def left_aside(url: str) -> Path | None:
    """The damaged file that was set aside, where no database took its place."""
    if not url.startswith("sqlite"):
        return None
    place, aside = _names_of(url)
    # Whoever asks for a database that is not there leaves an empty file.
    is_there = place.exists() and place.stat().st_size
    return aside if aside.exists() and not is_there else None


def leftovers_of(url: str) -> list[Path]:
    """Journals that lie where a database was: SQLite would delete them."""
    if not url.startswith("sqlite"):
        return []
    place, _ = _names_of(url)
    found = (_beside(place, end) for end in LEFTOVERS)
    return [each for each in found if each.exists() and each.stat().st_size]


def move_leftovers_away(url: str) -> None:
    """Give the journals of a lost database other names, so that nothing uses them."""
    for each in leftovers_of(url):
        each.replace(_beside(each, ".lost"))


def remove_set_aside(url: str, before: datetime) -> None:
    """Delete a damaged file that was set aside *before*: it holds everybody still."""
    if not url.startswith("sqlite"):
        return
    _, aside = _names_of(url)
    with suppress(OSError):  # next time
        if aside.stat().st_mtime < before.timestamp():
            for leftover in (*LEFTOVERS, ""):
                _beside(aside, leftover).unlink(missing_ok=True)


def _names_of(url: str) -> tuple[Path, Path]:
    place = Path(str(make_url(url).database))
    return place, _beside(place, _ASIDE)


def _beside(place: Path, end: str) -> Path:
    return place.with_name(place.name + end)


def load(url: str, dumped: Path) -> None:
    """Put a copy in the place of the database at *url*: all of it or nothing.

    Nobody may be using an embedded database meanwhile.

    :raises DumpRefusedError: it cannot be written there.
    """
    if not url.startswith("sqlite"):
        put_back(url, dumped)
        return
    place = Path(str(make_url(url).database))
    try:
        _replace(place, dumped)
    except OSError as error:
        raise DumpRefusedError(
            f"{place} cannot be written ({error.strerror})."
        ) from None


def _replace(place: Path, dumped: Path) -> None:
    beside = _beside(place, ".restored")
    try:
        shutil.copyfile(dumped, beside)
        beside.chmod(0o600)
        sync(beside)
        for leftover in LEFTOVERS:  # they belong to the old file
            _beside(place, leftover).unlink(missing_ok=True)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)  # where it did not take the place
    sync(place.parent)


def sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _opened(file: Path, mode: str = "ro") -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True)
    connection.execute(f"PRAGMA busy_timeout={_PATIENT_MS}").close()
    return connection

"""The whole database as one file, made while people write, and put back from it."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL, make_url

EMBEDDED = "database.sqlite3"
SERVED = "database.pgdump"

_LONGEST_DUMP_S = 3600
_PASSED_ON = {"host": "PGHOST", "port": "PGPORT", "sslmode": "PGSSLMODE"}


class DumpRefusedError(RuntimeError):
    """The database cannot be copied or put back; the message is one sentence."""


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
        _run_tool(url, "pg_dump", "--format=custom", "--no-owner", f"--file={target}")
        return
    try:
        with closing(_opened(Path(str(make_url(url).database)))) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise DumpRefusedError(f"The database cannot be copied ({error}).") from None


def check(dumped: Path) -> None:
    """Read a copy from end to end.

    :raises DumpRefusedError: it is damaged.
    """
    if dumped.name == SERVED:
        _call(["pg_restore", "--list", str(dumped)], {})
        return
    try:
        with closing(_opened(dumped)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            astray = connection.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        raise DumpRefusedError(f"The copy is damaged ({error}).") from None
    if verdict != "ok" or astray:
        raise DumpRefusedError("The copy is damaged: its tables contradict themselves.")


def load(url: str, dumped: Path) -> None:
    """Put a copy in the place of the database at *url*: all of it or nothing.

    Nobody may be using an embedded database meanwhile.

    :raises DumpRefusedError: it cannot be written there.
    """
    if not url.startswith("sqlite"):
        _run_tool(
            url,
            "pg_restore",
            *("--clean", "--if-exists", "--no-owner", "--exit-on-error"),
            *("--single-transaction", f"--dbname={make_url(url).database}"),
            str(dumped),
        )
        return
    place = Path(str(make_url(url).database))
    try:
        _replace(place, dumped)
    except OSError as error:
        raise DumpRefusedError(
            f"{place} cannot be written ({error.strerror})."
        ) from None


def _replace(place: Path, dumped: Path) -> None:
    beside = place.with_name(f"{place.name}.restored")
    shutil.copyfile(dumped, beside)
    beside.chmod(0o600)
    sync(beside)
    for leftover in ("-wal", "-shm", "-journal"):  # they belong to the old file
        place.with_name(place.name + leftover).unlink(missing_ok=True)
    beside.replace(place)
    sync(place.parent)


def sync(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    connection.execute("PRAGMA busy_timeout=5000").close()
    return connection


def _run_tool(url: str, tool: str, *words: str) -> None:
    _call([tool, *words], _surroundings(make_url(url)))


def _surroundings(url: URL) -> dict[str, str]:
    """Where the server is, said in variables: the words of a command are public."""
    said = {
        "PGHOST": url.host,
        "PGPORT": url.port and str(url.port),
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
    }
    said |= {
        variable: str(url.query[key])
        for key, variable in _PASSED_ON.items()
        if key in url.query
    }
    return {name: str(value) for name, value in said.items() if value}


def _call(words: list[str], surroundings: dict[str, str]) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, no shell
            words,
            env={**os.environ, **surroundings},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_LONGEST_DUMP_S,
            check=False,
        )
    except FileNotFoundError:
        raise DumpRefusedError(
            f"{words[0]} is missing; install PostgreSQL's client programs"
            " (Debian: postgresql-client)."
        ) from None
    except subprocess.TimeoutExpired:
        raise DumpRefusedError(f"{words[0]} took more than an hour.") from None
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no reason given"])[0]
        raise DumpRefusedError(f"{words[0]} failed ({said}).")

"""What PostgreSQL's own client programs do with a whole database: copy it, put it back.

Where the server is they are told in variables: the words of a command are public.
"""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import filterfalse
from pathlib import Path
from typing import IO, Final

from sqlalchemy.engine import make_url

LONGEST_S: Final = 3600
_PASSED_ON = {
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "options": "PGOPTIONS",
}

NOT_OURS: Final = ("--no-owner", "--no-privileges", "--no-comments")
"""What another server refuses: its users are others, and so is who made an extension.

Said when copying and when putting back: there are copies from before."""

_CLEARED: Final = b"""
BEGIN;
SET LOCAL client_min_messages = warning;
DO $$
DECLARE
    each record;
BEGIN
    FOR each IN
        SELECT found.type, found.identity
        FROM pg_depend AS ours, pg_identify_object(ours.classid, ours.objid, 0) AS found
        WHERE ours.refclassid = 'pg_namespace'::regclass
            AND ours.refobjid = (SELECT relnamespace FROM pg_class
                                 WHERE oid = to_regclass('alembic_version'))
            AND ours.classid IN ('pg_class'::regclass, 'pg_proc'::regclass,
                                 'pg_type'::regclass)
            AND NOT EXISTS (SELECT FROM pg_depend AS part
                            WHERE part.classid = ours.classid
                                AND part.objid = ours.objid AND part.deptype = 'e')
        ORDER BY found.type <> 'table'
    LOOP
        EXECUTE format('DROP %s IF EXISTS %s CASCADE', each.type, each.identity);
    END LOOP;
END $$;
"""
"""All that a newer Scorepad has made, too, which the copy knows nothing of: whatever
lies beside our own version of the schema, but for parts of an extension. Where there is
no such version the database is nobody's that we know, and nothing goes."""

_KEPT: Final = b"\nCOMMIT;\n"

_OF_17: Final = b"SET transaction_timeout = 0;\n"
_WHERE_KNOWN: Final = (
    b"SELECT set_config(name, '0', false) FROM pg_settings"
    b" WHERE name = 'transaction_timeout';\n"
)
"""The same where the server is not older than its client programs."""


class DumpRefusedError(RuntimeError):
    """The database cannot be copied or put back; the message is one sentence."""


def run_tool(url: str, tool: str, *words: str) -> None:
    """Run one of PostgreSQL's programs against the database at *url*.

    :raises DumpRefusedError: it is missing, or failed.
    """
    call([tool, *words], _surroundings(url))


def call(words: list[str], said: dict[str, str]) -> None:
    """Run a program to its end, its output going nowhere.

    :raises DumpRefusedError: it is missing, took too long or failed.
    """
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, no shell
            words,
            env={**os.environ, **said},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=LONGEST_S,
            check=False,
        )
    except FileNotFoundError:
        raise _missing(words[0]) from None
    except subprocess.TimeoutExpired:
        raise DumpRefusedError(f"{words[0]} took more than an hour.") from None
    if done.returncode:
        raise _failed(words[0], done.stderr)


def put_back(url: str, dumped: Path) -> None:
    """Clear a database and write the copy into it, in one transaction.

    It is committed once all of the copy was read: whatever ends this before, what was
    there stays.

    :raises DumpRefusedError: it cannot be written there.
    """
    with tempfile.TemporaryFile() as complaints:
        server = _listening(url, complaints)
        limit = threading.Timer(LONGEST_S, server.kill)
        limit.start()
        try:
            refused = _pour(dumped, server)
            if refused:
                server.kill()
            status = server.wait()
        finally:
            limit.cancel()
        complaints.seek(0)
        if status > 0:
            raise _failed("psql", complaints.read())
    if refused or status:
        raise refused or _failed("psql", b"")


def _listening(url: str, complaints: IO[bytes]) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"],  # noqa: S607 - wherever it is installed
            env={**os.environ, **_surroundings(url)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
    except FileNotFoundError:
        raise _missing("psql") from None


def _pour(dumped: Path, server: "subprocess.Popen[bytes]") -> DumpRefusedError | None:
    """Say it all to *server*; what went wrong, where that is not its own complaint."""
    assert server.stdin is not None  # noqa: S101 - for the types
    with suppress(BrokenPipeError), server.stdin as ear:
        ear.write(_CLEARED)
        ear.flush()
        refused = _tell(dumped, ear)
        if refused:
            return refused
        ear.write(_KEPT)
    return None


def _tell(dumped: Path, ear: IO[bytes]) -> DumpRefusedError | None:
    """Say what a copy holds; what went wrong with reading it, if anything did."""
    with tempfile.NamedTemporaryFile() as contents:
        refused = _read(dumped, lambda said: _choose(said, contents), "--list")
        chosen = ("--file=-", f"--use-list={contents.name}")
        return refused or _read(dumped, lambda said: _translate(said, ear), *chosen)


def _choose(said: IO[bytes], contents: IO[bytes]) -> None:
    """Keep of a list of contents what is to be put back."""
    contents.writelines(filterfalse(_is_extension, said))
    contents.flush()


def _is_extension(line: bytes) -> bool:
    """Whether a line of contents names one: many only the owner of a server may make.

    No table of ours needs any. They stand in copies all the same.
    """
    return line.split()[3:4] == [b"EXTENSION"]


def _read(
    dumped: Path, hear: Callable[[IO[bytes]], None], *words: str
) -> DumpRefusedError | None:
    """Have pg_restore say something of a copy; what went wrong, if anything did."""
    with tempfile.TemporaryFile() as complaints:
        try:
            with subprocess.Popen(  # noqa: S603 - words of our own, no shell
                ["pg_restore", *NOT_OURS, *words, str(dumped)],  # noqa: S607 - wherever it is installed
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
            ) as teller:
                assert teller.stdout is not None  # noqa: S101 - for the types
                hear(teller.stdout)
        except FileNotFoundError:
            return _missing("pg_restore")
        complaints.seek(0)
        said = complaints.read()
    return _failed("pg_restore", said) if teller.returncode else None


def _translate(said: IO[bytes], ear: IO[bytes]) -> None:
    """Pass on what is said, its head in words that every server knows."""
    for line in said:
        ear.write(_WHERE_KNOWN if line == _OF_17 else line)
        if line.startswith(b"SELECT "):  # the end of the head: rows may say anything
            break
    shutil.copyfileobj(said, ear)


def _missing(tool: str) -> DumpRefusedError:
    return DumpRefusedError(
        f"{tool} is missing; install PostgreSQL's client programs"
        " (Debian: postgresql-client)."
    )


def _failed(tool: str, said: bytes) -> DumpRefusedError:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return DumpRefusedError(f"{tool} failed ({(lines or ['no reason given'])[0]}).")


def _surroundings(url: str) -> dict[str, str]:
    address = make_url(url)
    said = {
        "PGHOST": address.host,
        "PGPORT": address.port and str(address.port),
        "PGUSER": address.username,
        "PGPASSWORD": address.password,
        "PGDATABASE": address.database,
    }
    said |= {
        variable: str(address.query[key])
        for key, variable in _PASSED_ON.items()
        if key in address.query
    }
    return {name: str(value) for name, value in said.items() if value}

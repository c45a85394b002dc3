"""What PostgreSQL's own client programs do with a whole database: dump and restore it.

Where the server is they are told in variables: the words of a command are public.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

LONGEST_S: Final = 3600
_PASSED_ON: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "options": "PGOPTIONS",
}

NOT_OURS: Final = ("--no-owner", "--no-privileges", "--no-comments")
"""What another server refuses: its users are others."""

_CLEAR: Final = """
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
"""All that a newer Scorepad has made, too, which the dump knows nothing of: whatever
lies beside our own version of the schema, but for parts of an extension. Where there is
no such version the database is nobody's that we know, and nothing goes."""

_OF_17: Final = b"SET transaction_timeout = 0;\n"
"""pg_dump 17 says it whatever the server is; older ones do not know it."""


class DumpRefusedError(RuntimeError):
    """The database cannot be copied or put back; the message is one sentence."""


def dump_postgresql(url: str, target: Path, *, without: str) -> None:
    """Dump the database at *url*; of the table *without*, the rows stay behind.

    :raises DumpRefusedError: it cannot be read, or pg_dump is missing.
    """
    how = ["--format=custom", *NOT_OURS, f"--exclude-table-data={without}"]
    if target == Path(os.devnull):
        how.append("--no-sync")  # it cannot be synced, and nothing is kept
    call(["pg_dump", *how, f"--file={target}"], _variables(url))


def restore_postgresql(url: str, dumped: Path) -> None:
    """Clear a database and restore the dump into it, in one transaction.

    :raises DumpRefusedError: it cannot be written there; what was there stays.
    """
    with tempfile.TemporaryDirectory(prefix="scorepad-") as folder:
        contents, script = Path(folder) / "contents", Path(folder) / "script.sql"
        call(["pg_restore", "--list", f"--file={contents}", str(dumped)], {})
        # Many extensions only the owner of a server may create; we need none.
        lines = contents.read_bytes().splitlines(keepends=True)
        ours = [each for each in lines if each.split()[3:4] != [b"EXTENSION"]]
        contents.write_bytes(b"".join(ours))
        chosen = (f"--use-list={contents}", f"--file={script}")
        call(["pg_restore", *NOT_OURS, *chosen, str(dumped)], {})
        script.write_bytes(script.read_bytes().replace(_OF_17, b"", 1))
        how = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
        what = ("--single-transaction", f"--command={_CLEAR}", f"--file={script}")
        call(["psql", *how, *what], _variables(url))


def call(words: list[str], variables: dict[str, str]) -> None:
    """Run a program to its end, its output going nowhere.

    :raises DumpRefusedError: it is missing, took too long or failed.
    """
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, no shell
            words,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=LONGEST_S,
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
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        said = (lines or ["no reason given"])[0]
        raise DumpRefusedError(f"{words[0]} failed ({said}).")


def _variables(url: str) -> dict[str, str]:
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

"""Copies of a whole database: dumps of one in use, restored; rows in another one."""

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from scorepad.db.engine import Base
from scorepad.db.faults import is_damage
from scorepad.db.schema import VERSION_TABLE
from scorepad.db.tables import DatabaseId

EMBEDDED: Final = "database.sqlite3"
SERVED: Final = "database.pgdump"

_REPLACED: Final = ".replaced-"
_ID_TABLE: Final = DatabaseId.__tablename__
_EMPTY: Final = {VERSION_TABLE, _ID_TABLE}  # tables with rows in an empty database
_PATIENT_S: Final = 5
_NOWHERE: Final = Path(os.devnull)
# Another server would reject these, because its users differ.
_NOT_OURS: Final = ("--no-owner", "--no-privileges", "--no-comments")

# Drops all our tables, functions and types, except parts of extensions: a newer
# Scorepad may have made some that the dump does not know.
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

# Written by pg_dump 17 for any server; older ones reject it.
_OF_17: Final = b"SET transaction_timeout = 0;\n"


class BackupRefusedError(RuntimeError):
    """A database cannot be dumped or restored; the message is one sentence."""


class DamagedError(BackupRefusedError):
    """The database is inconsistent or cannot be read."""


def name_of_dump(url: str) -> str:
    """Return the file name of this kind of database inside a backup."""
    return EMBEDDED if url.startswith("sqlite") else SERVED


def dump(url: str, target: Path) -> None:
    """Copy a snapshot of the database, but its id, into the new file *target*."""
    if not url.startswith("sqlite"):
        # Of extensions only this one, which is everywhere: a server may refuse others.
        how = ("--format=custom", "--extension=plpgsql", *_NOT_OURS)
        kept = ("--no-sync",) if target == _NOWHERE else ()
        but = f"--exclude-table-data={_ID_TABLE}"
        _call("pg_dump", *how, *kept, but, f"--file={target}", url=url)
        return
    try:
        with (
            closing(_opened(file_of(url))) as source,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            source.backup(copy, progress=_not_for_ever)
            copy.execute("PRAGMA journal_mode=DELETE").close()
            copy.execute(f"DELETE FROM {_ID_TABLE}")  # noqa: S608 - our own name
    except sqlite3.Error as error:
        kind = DamagedError if is_damage(error) else BackupRefusedError
        raise kind(f"The database cannot be copied ({error}).") from None


def _not_for_ever(status: int, _left: int, _all: int) -> None:
    # After the wait of a connection.
    if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        raise sqlite3.OperationalError("database is locked")


def check(dumped: Path) -> None:
    """Read a copy from end to end; raise DamagedError if it is damaged."""
    if dumped.name == SERVED:
        # The table of contents would be readable in half a copy, too.
        _call("pg_restore", f"--file={_NOWHERE}", str(dumped))
        return
    for complaint in integrity_errors(f"sqlite:///{dumped}"):
        raise DamagedError(f"The copy is damaged ({complaint}).")


def integrity_errors(url: str, *, quick: bool = False) -> list[str]:
    """Return the problems of a whole database; *quick* checks embedded ones only."""
    if not url.startswith("sqlite"):
        if not quick:
            dump(url, _NOWHERE)
        return []
    try:
        with closing(_opened(file_of(url))) as connection:
            how = "quick_check(1)" if quick else "integrity_check"
            lines = [str(line) for (line,) in connection.execute(f"PRAGMA {how}")]
            rows = () if quick else connection.execute("PRAGMA foreign_key_check")
            lines += [f"row {n} of {table} refers to nothing" for table, n, *_ in rows]
    except sqlite3.Error as error:
        if is_damage(error):
            return [str(error)]
        if quick:  # opening it reports that it is locked or unreadable
            return []
        raise BackupRefusedError(f"{file_of(url)} cannot be read ({error}).") from None
    return [each.splitlines()[-1] for each in lines if each != "ok"]


def load(url: str, dumped: Path) -> None:
    """Replace the unused database at *url* by a copy, completely or not at all."""
    if not url.startswith("sqlite"):
        # Beside the dump, which may be in memory.
        with tempfile.TemporaryDirectory(dir=dumped.parent) as folder:
            script = Path(folder) / "script.sql"
            _call("pg_restore", *_NOT_OURS, f"--file={script}", str(dumped))
            script.write_bytes(script.read_bytes().replace(_OF_17, b"", 1))
            how = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
            what = ("--single-transaction", f"--command={_CLEAR}", f"--file={script}")
            _call("psql", *how, *what, url=url)
        return
    place = file_of(url)
    beside = Path(f"{place}.restored")
    try:
        shutil.copyfile(dumped, beside)
        beside.chmod(0o600)
        sync(beside)
        for journal in journals_of(url):  # they belong to the old file
            journal.unlink()
        beside.replace(place)
        sync(place.parent)
    finally:
        beside.unlink(missing_ok=True)  # where it did not take the place


def _call(*words: str, url: str = "") -> None:
    secret = {}
    if url:
        address = sa.make_url(url)._replace(drivername="postgresql", password=None)
        where, _, how = address.render_as_string().partition("?")
        words = (*words, "--dbname=" + f"{where}?{how.replace('+', '%20')}".rstrip("?"))
        if password := sa.make_url(url).password:
            secret = {"PGPASSWORD": password}
    try:
        subprocess.run(  # noqa: S603 - words of our own, no shell
            words,
            env={**os.environ, **secret},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=3600,
            check=True,
        )
    except FileNotFoundError:
        raise BackupRefusedError(
            f"{words[0]} is missing; install PostgreSQL's client programs"
            " (Debian: postgresql-client)."
        ) from None
    except subprocess.TimeoutExpired:
        raise BackupRefusedError(f"{words[0]} took more than an hour.") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip() or "no reason given"
        reason = said.splitlines()[0]
        raise BackupRefusedError(f"{words[0]} failed ({reason}).") from None


def set_aside(url: str, now: datetime) -> Path:
    """Keep the files of an embedded database under a second name too; return it."""
    place = file_of(url)
    aside = f"{place.name}{_REPLACED}{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    for file in (*journals_of(url), place):
        kept = place.with_name(aside + file.name.removeprefix(place.name))
        if file.exists():
            try:
                kept.hardlink_to(file)
            except OSError:  # no hard links on some file systems
                shutil.copyfile(file, kept)
                sync(kept)
            kept.touch()  # its age counts from now
    sync(place.parent)
    return place.with_name(aside)


def journals_of(url: str) -> list[Path]:
    """Return the journal files of an embedded database that hold something."""
    if not url.startswith("sqlite"):
        return []
    found = [Path(f"{file_of(url)}{end}") for end in ("-wal", "-shm", "-journal")]
    return [each for each in found if each.exists() and each.stat().st_size]


def replaced_files(url: str) -> list[Path]:
    """Return the kept files of replaced databases, oldest first."""
    if not url.startswith("sqlite"):
        return []
    place = file_of(url)
    return sorted(place.parent.glob(f"{place.name}{_REPLACED}*"))


def file_of(url: str) -> Path:
    """Return the file of an embedded database."""
    return Path(str(sa.make_url(url).database))


def sync(path: Path) -> None:
    """Sync a file or folder to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _opened(file: Path) -> sqlite3.Connection:
    # Not "ro", because the journal of a crash must be rolled back first.
    where = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(where, uri=True, timeout=_PATIENT_S)


AT_ONCE = 1000


def check_is_empty(target: sa.Engine) -> None:
    """Raise BackupRefusedError if a database has rows beside version and id."""
    with target.connect() as there:
        names = set(sa.inspect(there).get_table_names())
        rows = [sa.exists().select_from(sa.table(name)) for name in names - _EMPTY]
        is_foreign = names and VERSION_TABLE not in names
        if is_foreign or any(there.scalar(sa.select(each)) for each in rows):
            raise BackupRefusedError("The other database holds something already.")


def transfer(source: sa.Engine, target: sa.Engine) -> int:
    """Copy all rows into *target*, of the same schema and empty; return how many."""
    if source.dialect.name == "postgresql":  # one snapshot for all reads
        source = source.execution_options(isolation_level="REPEATABLE READ")
    with source.connect() as there, target.begin() as here:
        here.execute(sa.delete(DatabaseId))  # it gets the id of the source
        done = 0
        for table in Base.metadata.sorted_tables:
            # References to the same table are set after all its rows.
            keys = [key for key in table.foreign_keys if key.column.table is table]
            later = {key.parent.name: None for key in keys}
            whole_table = sa.select(table).order_by(*table.primary_key.columns)
            read = there.execution_options(yield_per=AT_ONCE).execute(whole_table)
            for rows in read.mappings().partitions():
                here.execute(sa.insert(table), [{**row, **later} for row in rows])
                done += len(rows)
            for column in (table.c[name] for name in later):
                refers = sa.select(table.c.id, column).where(column.is_not(None))
                for row_id, other in there.execute(refers):
                    row = sa.update(table).where(table.c.id == row_id)
                    here.execute(row.values({column.name: other}))
            _continue_ids(here, table)
    return done


def _continue_ids(connection: sa.Connection, table: sa.Table) -> None:
    # PostgreSQL's sequence goes on after the last id.
    if connection.dialect.name == "postgresql" and "id" in table.primary_key.columns:
        last = connection.scalar(sa.select(sa.func.max(table.c.id))) or 0
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        connection.execute(sa.select(sa.func.setval(sequence, last + 1, False)))  # noqa: FBT003 - SQL's own words

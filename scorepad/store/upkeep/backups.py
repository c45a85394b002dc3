"""Backups: one archive each, named by its moment, with checksums, kept thirty days."""

import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

from scorepad.store.upkeep.dumps import (
    EMBEDDED,
    SERVED,
    DamagedError,
    check,
    dump,
    name_of_dump,
    sync,
)
from scorepad.store.upkeep.postgresql import DumpRefusedError

KEPT: Final = timedelta(days=30)
"""No longer than deleted things may be remembered."""

EVERY: Final = timedelta(days=1)

SECRET: Final = "secret"  # noqa: S105 - the name of a file
MANIFEST: Final = "manifest.json"
FORMAT: Final = "scorepad/backup"
VERSION: Final = 1

_MAKING: Final = ".making-"
_STAMP: Final = "%Y%m%d-%H%M%S"
_NAME: Final = re.compile(r"scorepad-(\d{8}-\d{6})-[0-9a-f]{4}\.zip", re.ASCII)
_LARGEST_MANIFEST: Final = 10_000
_AT_ONCE: Final = 1024 * 1024
_SQLITE: Final = b"SQLite format 3\0"
_NOT_OURS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    ValueError,
    EOFError,
    RuntimeError,  # encrypted, or packed in a way that is not known
)
"""What the reader of archives says of damaged ones."""


class BackupRefusedError(RuntimeError):
    """No backup could be made or read; the message is one sentence."""


class DatabaseDamagedError(BackupRefusedError):
    """No backup could be made, since the database is damaged."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A backup laid out in a folder: the copy of the database, and the secret."""

    database: Path
    secret: Path | None
    schema: str | None


def make(
    url: str, folder: Path, *, schema: str | None, secret: Path, now: datetime
) -> Path:
    """Write a backup of the database at *url* into *folder*, and read it again.

    It appears under its name only once it is whole and on the disk. *secret* goes
    with it: without it the codes of the moment would let nobody in.

    :raises DatabaseDamagedError: the database is damaged.
    :raises BackupRefusedError: it cannot be written.
    """
    name = f"scorepad-{now.astimezone(UTC).strftime(_STAMP)}-{secrets.token_hex(2)}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(dir=folder, prefix=_MAKING) as making:
            copy = Path(making) / name_of_dump(url)
            dump(url, copy)
            check(copy)
            packed = Path(making) / name
            _pack(packed, copy, secret, {"schema": schema, "made_at": now.isoformat()})
            with zipfile.ZipFile(packed) as archive:
                _check_sums(archive)
            packed.replace(folder / name)
            sync(folder)
    except DamagedError as error:
        raise DatabaseDamagedError(str(error)) from None
    except DumpRefusedError as error:
        raise BackupRefusedError(str(error)) from None
    except OSError as error:
        raise BackupRefusedError(
            f"The backup cannot be written to {folder} ({error.strerror or error})."
        ) from None
    return folder / name


def _pack(packed: Path, copy: Path, secret: Path, about: dict[str, Any]) -> None:
    sums = {}
    handle = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, name in ((copy, copy.name), (secret, SECRET)):
                if path.is_file():
                    archive.write(path, name)
                    with path.open("rb") as content:
                        sums[name] = _sum_of(content)
            kind = {"format": FORMAT, "version": VERSION, "database": copy.name}
            archive.writestr(MANIFEST, json.dumps({**kind, **about, "sha256": sums}))
        file.flush()
        os.fsync(file.fileno())


def _sum_of(content: IO[bytes], into: IO[bytes] | None = None) -> str:
    """Return the SHA-256 of what is read, copied to *into* on the way."""
    digest = hashlib.sha256()
    while some := content.read(_AT_ONCE):
        digest.update(some)
        if into is not None:
            into.write(some)
    return digest.hexdigest()


def check_archive(backup: Path) -> None:
    """Read a backup from end to end, and compare its checksums.

    :raises BackupRefusedError: it is none, or damaged.
    """
    with _read(backup) as archive:
        _check_sums(archive)


@contextmanager
def unpacked(backup: Path) -> Iterator[Unpacked]:
    """Lay a backup out in a folder for a while, checked from end to end.

    A database that an earlier restore has set aside is one as well.

    :raises BackupRefusedError: it is none, or damaged.
    """
    with TemporaryDirectory(prefix="scorepad-") as folder:
        if _is_database(backup):
            found = _copied(backup, Path(folder))
        else:
            with _read(backup) as archive:
                found = _laid_out(archive, Path(folder))
        try:
            check(found.database)
        except DumpRefusedError as error:
            raise BackupRefusedError(f"{backup} cannot be used: {error}") from None
        yield found


@contextmanager
def _read(backup: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(backup) as archive:
            yield archive
    except OSError as error:
        raise BackupRefusedError(
            f"{backup} cannot be read ({error.strerror})."
        ) from None
    except _NOT_OURS as error:
        raise BackupRefusedError(
            f"{backup} is not a whole backup of Scorepad ({error})."
        ) from None


def _laid_out(archive: zipfile.ZipFile, folder: Path) -> Unpacked:
    about = _check_sums(archive, folder)
    database, secret = folder / about["database"], folder / SECRET
    return Unpacked(database, secret if secret.exists() else None, about["schema"])


def _check_sums(archive: zipfile.ZipFile, folder: Path | None = None) -> dict[str, Any]:
    """Compare all checksums, writing the files to *folder*; return the manifest."""
    about = _manifest(archive)
    for name, expected in about["sha256"].items():
        place = Path(os.devnull) if folder is None else folder / name
        with archive.open(name) as content, place.open("wb") as file:
            if _sum_of(content, file) != expected:
                raise ValueError(f"{name} has another checksum")
    return about


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    if archive.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST:
        raise ValueError("its manifest is too long")
    about = json.loads(archive.read(MANIFEST))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError("its manifest is not ours")
    if about.get("version") != VERSION:
        raise ValueError("it was made by a newer Scorepad")
    sums, database = about.get("sha256"), about.get("database")
    if database not in {EMBEDDED, SERVED} or not isinstance(sums, dict):
        raise ValueError("it names no database")
    if not {database} <= sums.keys() <= {database, SECRET}:
        raise ValueError("it names other files")
    return about


def _is_database(file: Path) -> bool:
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(len(_SQLITE)) == _SQLITE
    return False


def _copied(file: Path, folder: Path) -> Unpacked:
    copy = folder / EMBEDDED
    try:
        dump(f"sqlite:///{file}", copy)
        with closing(sqlite3.connect(copy)) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version")
            (schema,) = row.fetchone() or (None,)
    except (DumpRefusedError, sqlite3.Error) as error:
        raise BackupRefusedError(f"{file} cannot be used: {error}") from None
    return Unpacked(copy, None, schema)


def moment_of(backup: Path) -> datetime | None:
    """When a backup was made, as its name says; ``None`` for any other file."""
    named = _NAME.fullmatch(backup.name)
    if named is None:
        return None
    try:
        return datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_due(folder: Path, now: datetime) -> bool:
    """Whether the last day has no backup in *folder*.

    Those from the future count for nothing: the clock was wrong then, or is now.

    :raises BackupRefusedError: the folder cannot be read.
    """
    try:
        ages = [now - made for _, made in _listed(folder)]
    except OSError as error:
        raise BackupRefusedError(
            f"The backups in {folder} cannot be looked at ({error.strerror})."
        ) from None
    return not any(timedelta(0) <= age < EVERY for age in ages)


def copy_to(folder: Path, backup: Path) -> None:
    """Keep a second copy of *backup*, on a stick or a share.

    :raises BackupRefusedError: that place is not there, or full.
    """
    beside = folder / f".{backup.name}"
    try:
        shutil.copyfile(backup, beside)
        sync(beside)
        beside.replace(folder / backup.name)
        with suppress(OSError):  # the copy is there; a share may not know how
            sync(folder)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BackupRefusedError(
            f"The backup cannot be copied to {folder} ({error.strerror or error})."
        ) from None


def newest(folder: Path, now: datetime) -> datetime | None:
    """When the last backup in *folder* was made, of those that are not of the future.

    A moment is granted: the clock may have been put back a little.
    """
    soon = now + timedelta(minutes=5)
    return max((made for _, made in _listed(folder) if made <= soon), default=None)


def newest_with(dump_name: str, folder: Path) -> Path | None:
    """Return the newest backup in *folder* that holds a database of this kind.

    :raises OSError: the folder cannot be read.
    """
    found = sorted(_listed(folder), key=lambda each: each[1], reverse=True)
    return next((path for path, _ in found if _holds(path, dump_name)), None)


def _holds(backup: Path, dump_name: str) -> bool:
    try:
        with zipfile.ZipFile(backup) as archive:
            return dump_name in archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return False


def remove_old(folder: Path, now: datetime) -> list[Path]:
    """Delete backups older than thirty days but the newest; other files stay.

    A clock that jumps ahead must not cost them all: no more go at once than there are
    days with a newer one. Those of the future go when there are thirty such days.
    """
    found = sorted(_listed(folder), key=lambda each: each[1])
    days = {made.date() for _, made in found if timedelta(0) <= now - made <= KEPT}
    present = [(path, made) for path, made in found if made <= now]
    old = [path for path, made in present[:-1] if now - made > KEPT][: len(days) or 1]
    if len(days) >= KEPT.days:
        old += [path for path, made in found if made > now + EVERY]
    for path in old:
        with suppress(OSError):  # next time
            path.unlink(missing_ok=True)
    return old


def sweep(folder: Path, now: datetime) -> None:
    """Delete what a backup that was cut off has left behind, a day later."""
    last = (now - EVERY).timestamp()
    for path in (*folder.glob(f"{_MAKING}*"), *folder.glob(".scorepad-*.zip")):
        with suppress(OSError):  # next time
            if path.stat().st_mtime < last:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _listed(folder: Path) -> Iterator[tuple[Path, datetime]]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        made = moment_of(path)
        if made is not None:
            yield path, made

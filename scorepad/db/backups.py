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

from scorepad.db.dumps import (
    EMBEDDED,
    SERVED,
    BackupRefusedError,
    check,
    dump,
    name_of_dump,
    sync,
)

KEPT: Final = timedelta(days=30)
"""No longer than deleted things may be remembered."""

EVERY: Final = timedelta(days=1)

DAMAGE: Final = "damage.txt"
"""In the instance's folder: what was wrong with the records when last backed up."""

SECRET: Final = "secret"  # noqa: S105 - the name of a file
MANIFEST: Final = "manifest.json"
KIND: Final = {"format": "scorepad/backup", "version": 1}

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

    :raises DamagedError: the database is damaged.
    :raises BackupRefusedError: it cannot be written.
    """
    name = f"scorepad-{now.astimezone(UTC).strftime(_STAMP)}-{secrets.token_hex(2)}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(dir=folder, prefix=_MAKING) as making:
            copy, packed = Path(making) / name_of_dump(url), Path(making) / name
            dump(url, copy)
            check(copy)
            about = {"schema": schema, "made_at": now.isoformat()}
            _pack(packed, {copy.name: copy, SECRET: secret}, about)
            check_archive(packed)
            packed.replace(folder / name)
            sync(folder)
    except OSError as error:
        raise BackupRefusedError(
            f"The backup cannot be written to {folder} ({error.strerror or error})."
        ) from None
    return folder / name


def _pack(packed: Path, files: dict[str, Path], about: dict[str, Any]) -> None:
    sums = {}
    packed.touch(0o600)
    with packed.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in files.items():
                if path.is_file():
                    archive.write(path, name)
                    with path.open("rb") as content:
                        sums[name] = hashlib.file_digest(content, "sha256").hexdigest()
            database, *_ = files
            manifest = {**KIND, "database": database, **about, "sha256": sums}
            archive.writestr(MANIFEST, json.dumps(manifest))
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def unpacked(backup: Path) -> Iterator[Unpacked]:
    """Lay a backup out in a folder for a while, checked from end to end.

    A database that an earlier restore has set aside is one as well.

    :raises BackupRefusedError: it is none, or damaged.
    """
    with TemporaryDirectory(prefix="scorepad-") as name:
        folder = Path(name)
        is_database = backup.is_file() and _begins(backup, _SQLITE)
        about = {} if is_database else check_archive(backup, folder)
        database = folder / about.get("database", EMBEDDED)
        secret = folder / SECRET if (folder / SECRET).exists() else None
        try:
            if is_database:
                dump(f"sqlite:///{backup}", database)
                about["schema"] = _schema_of(database)
            check(database)
        except (BackupRefusedError, sqlite3.Error) as error:
            raise BackupRefusedError(f"{backup} cannot be used: {error}") from None
        yield Unpacked(database, secret, about["schema"])


def _begins(file: Path, start: bytes) -> bool:
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(len(start)) == start
    return False


def _schema_of(database: Path) -> str | None:
    with closing(sqlite3.connect(database)) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return row[0] if row else None


def check_archive(backup: Path, folder: Path | None = None) -> dict[str, Any]:
    """Compare all checksums, writing the files to *folder*; return the manifest.

    :raises BackupRefusedError: it is no backup, or damaged.
    """
    try:
        with zipfile.ZipFile(backup) as archive:
            about = _manifest(archive)
            for name, expected in about["sha256"].items():
                place = folder / name if folder else Path(os.devnull)
                with archive.open(name) as content, place.open("wb") as file:
                    if _copy(content, file) != expected:
                        raise ValueError(f"{name} has another checksum")
            return about
    except OSError as error:
        said = f"{backup} cannot be read ({error.strerror})."
        raise BackupRefusedError(said) from None
    except _NOT_OURS as error:
        said = f"{backup} is not a whole backup of Scorepad ({error})."
        raise BackupRefusedError(said) from None


def _copy(content: IO[bytes], file: IO[bytes]) -> str:
    """Copy, and return the SHA-256 of what was read."""
    digest = hashlib.sha256()
    while some := content.read(_AT_ONCE):
        digest.update(some)
        file.write(some)
    return digest.hexdigest()


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    if archive.getinfo(MANIFEST).file_size > _LARGEST_MANIFEST:
        raise ValueError("its manifest is too long")
    about = json.loads(archive.read(MANIFEST))
    if not isinstance(about, dict) or about.get("format") != KIND["format"]:
        raise ValueError("its manifest is not ours")
    if about.get("version") != KIND["version"]:
        raise ValueError("it was made by a newer Scorepad")
    sums, database = about.get("sha256"), about.get("database")
    if database not in {EMBEDDED, SERVED} or not isinstance(sums, dict):
        raise ValueError("it names no database")
    if not {database} <= sums.keys() <= {database, SECRET}:
        raise ValueError("it names other files")
    return about


def copy_to(folder: Path, backup: Path) -> None:
    """Keep a second copy of *backup*, on a stick or a share.

    :raises OSError: that place is not there, or full.
    """
    beside = folder / f".{backup.name}"
    try:
        shutil.copyfile(backup, beside)
        sync(beside)
        beside.replace(folder / backup.name)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    with suppress(OSError):  # the copy is there; a share may not know how
        sync(folder)


def backups_in(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups in *folder*, each with its moment, the oldest first.

    :raises OSError: the folder cannot be read.
    """
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if named := _NAME.fullmatch(path.name):
            with suppress(ValueError):
                made = datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)
                found.append((made, path))
    return sorted(found)


def newest(folder: Path, now: datetime) -> datetime | None:
    """When the last backup in *folder* was made, of those that are not of the future.

    A moment is granted: the clock may have been put back a little.
    """
    soon = now + timedelta(minutes=5)
    return max((made for made, _ in backups_in(folder) if made <= soon), default=None)


def newest_with(dump_name: str, folder: Path) -> Path | None:
    """Return the newest backup in *folder* that holds a database of this kind.

    :raises OSError: the folder cannot be read.
    """
    for _, backup in reversed(backups_in(folder)):
        with suppress(zipfile.BadZipFile, OSError), zipfile.ZipFile(backup) as archive:
            if dump_name in archive.namelist():
                return backup
    return None


def remove_old(folder: Path, now: datetime) -> list[Path]:
    """Delete backups older than thirty days but the newest; other files stay.

    A clock that jumps ahead must not cost them all: no more go at once than there are
    days with a newer one. Those of the future go when there are thirty such days.
    """
    found = backups_in(folder)
    days = {made.date() for made, _ in found if timedelta(0) <= now - made <= KEPT}
    present = [(made, path) for made, path in found if made <= now]
    old = [path for made, path in present[:-1] if now - made > KEPT][: len(days) or 1]
    if len(days) >= KEPT.days:
        old += [path for made, path in found if made > now + EVERY]
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

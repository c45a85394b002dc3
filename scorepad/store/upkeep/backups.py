"""Backups: named by the moment they were made, checked, and kept for thirty days."""

import json
import os
import re
import secrets
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorepad.store.upkeep.dumps import (
    EMBEDDED,
    SERVED,
    check,
    dump,
    name_of_dump,
    sync,
)
from scorepad.store.upkeep.served import DumpRefusedError

KEPT = timedelta(days=30)
"""No longer than deleted things may be remembered."""

EVERY = timedelta(days=1)

SECRET = "secret"  # noqa: S105 - the name of a file
ABOUT = "about.json"
FORMAT = "scorepad/backup"
VERSION = 1

_MAKING = ".making-"
_STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"scorepad-(\d{8}-\d{6})-[0-9a-f]{4}\.zip", re.ASCII)
_LARGEST_ABOUT = 10_000
_NOT_OURS = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError)


class BackupRefusedError(RuntimeError):
    """No backup could be made or read; the message is one sentence."""


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

    :raises BackupRefusedError: it cannot be written or the copy is damaged.
    """
    name = f"scorepad-{now.astimezone(UTC).strftime(_STAMP)}-{secrets.token_hex(2)}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(dir=folder, prefix=_MAKING) as making:
            copy = Path(making) / name_of_dump(url)
            dump(url, copy)
            check(copy)
            packed = Path(making) / name
            _pack(packed, copy, secret, schema)
            packed.replace(folder / name)
            sync(folder)
    except DumpRefusedError as error:
        raise BackupRefusedError(str(error)) from None
    except OSError as error:
        raise BackupRefusedError(
            f"The backup cannot be written to {folder} ({error.strerror or error})."
        ) from None
    return folder / name


def _pack(packed: Path, copy: Path, secret: Path, schema: str | None) -> None:
    about = {
        "format": FORMAT,
        "version": VERSION,
        "schema": schema,
        "database": copy.name,
    }
    handle = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(ABOUT, json.dumps(about))
            archive.write(copy, copy.name)
            if secret.exists():
                archive.write(secret, SECRET)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def unpacked(backup: Path) -> Iterator[Unpacked]:
    """Lay a backup out in a folder for a while, checked from end to end.

    :raises BackupRefusedError: it is none, or damaged.
    """
    with TemporaryDirectory(prefix="scorepad-") as folder:
        try:
            found = _laid_out(backup, Path(folder))
        except _NOT_OURS as error:
            raise BackupRefusedError(
                f"{backup} is not a whole backup of Scorepad ({error})."
            ) from None
        except DumpRefusedError as error:
            raise BackupRefusedError(f"{backup} cannot be used: {error}") from None
        yield found


def _laid_out(backup: Path, folder: Path) -> Unpacked:
    try:
        archive = zipfile.ZipFile(backup)
    except OSError as error:
        raise BackupRefusedError(
            f"{backup} cannot be read ({error.strerror})."
        ) from None
    with archive:
        about = _about(archive)
        for name in (about["database"], SECRET):
            if name in archive.namelist():
                archive.extract(name, folder)
    database, secret = folder / about["database"], folder / SECRET
    check(database)
    return Unpacked(database, secret if secret.exists() else None, about["schema"])


def _about(archive: zipfile.ZipFile) -> dict[str, Any]:
    if archive.getinfo(ABOUT).file_size > _LARGEST_ABOUT:
        raise ValueError("its description is too long")
    about = json.loads(archive.read(ABOUT))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError("its description is not ours")
    if about.get("version") != VERSION:
        raise ValueError("it was made by a newer Scorepad")
    if about.get("database") not in {EMBEDDED, SERVED}:
        raise ValueError("it names no database")
    return about


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
    for path in _left_behind(folder, now):
        shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _left_behind(folder: Path, now: datetime) -> list[Path]:
    found = (*folder.glob(f"{_MAKING}*"), *folder.glob(".scorepad-*.zip"))
    last = (now - EVERY).timestamp()
    return [path for path in found if _is_older(path, last)]


def _is_older(path: Path, moment: float) -> bool:
    try:
        return path.stat().st_mtime < moment
    except FileNotFoundError:  # whoever was making it has just ended
        return False


def _listed(folder: Path) -> Iterator[tuple[Path, datetime]]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        made = moment_of(path)
        if made is not None:
            yield path, made

"""Backups: one zip archive each, named by its time, and kept for 30 days.

A list of anonymized players is a file of its own with the ids of group and player: a
restored backup contains the names, so these players are anonymized again. Its entries
never expire: no clock can be trusted about the age of a backup.

With a passphrase the archive is encrypted, and the copy in it is made in memory: by
scrypt and AES-256-GCM. Such a file begins with ``MAGIC``, 16 bytes of salt, 16 bytes
that tell a wrong passphrase from a damaged file, and a nonce of 12 bytes. These are
authenticated with the rest.
"""

import fcntl
import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import UUID

from scorepad.db import dumps
from scorepad.db.dumps import EMBEDDED, SERVED, BackupRefusedError

MAGIC: Final = b"scorepad encrypted backup 1\n"
ENDING: Final = ".encrypted"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder with a random name is made in it

_SALT: Final = slice(len(MAGIC), len(MAGIC) + 16)
_CHECK: Final = slice(_SALT.stop, _SALT.stop + 16)
_NONCE: Final = slice(_CHECK.stop, _CHECK.stop + 12)
_SCRYPT: Final = {"n": 1 << 16, "r": 8, "p": 2, "maxmem": 1 << 27}
"""As OWASP recommends; it takes 64 MB and, on a small computer, about a second."""


class PassphraseError(BackupRefusedError):
    """An encrypted backup needs a passphrase, or another one."""


def is_encrypted(backup: Path) -> bool:
    """Return whether a file begins like an encrypted backup."""
    return _begins_with(MAGIC, backup)


def _begins_with(magic: bytes, path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


def encrypt(data: bytes, passphrase: str) -> bytes:
    """Return an encrypted backup with this content."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - few servers need it

    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    check, key = _derived(passphrase, salt)
    head = MAGIC + salt + check + nonce
    return head + AESGCM(key).encrypt(nonce, data, head)


def decrypt(backup: Path, passphrase: str) -> bytes:
    """Return the content of an encrypted backup."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - see above
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - see above

    if not passphrase:
        raise PassphraseError(f"{backup} is encrypted; expected --passphrase-file.")
    data = backup.read_bytes()
    if len(data) < _NONCE.stop:
        raise BackupRefusedError(f"{backup} is not a whole backup of Scorepad.")
    check, key = _derived(passphrase, data[_SALT])
    if not hmac.compare_digest(check, data[_CHECK]):
        raise PassphraseError(f"{backup} was encrypted with another passphrase.")
    head, rest = data[: _NONCE.stop], data[_NONCE.stop :]
    try:
        return AESGCM(key).decrypt(data[_NONCE], rest, head)
    except InvalidTag:
        said = f"{backup} is not a whole backup of Scorepad (it was changed or cut)."
        raise BackupRefusedError(said) from None


def _derived(passphrase: str, salt: bytes) -> tuple[bytes, bytes]:
    both = hashlib.scrypt(passphrase.encode(), salt=salt, dklen=48, **_SCRYPT)
    return both[:16], both[16:]


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    """Yield a folder for files that must not reach the disk in the clear."""
    if not MEMORY.is_dir():
        raise BackupRefusedError(
            f"There is no {MEMORY} here, which encrypted backups need: they are copied"
            " there, so that nothing reaches the disk in the clear."
        )
    with TemporaryDirectory(dir=MEMORY, prefix="scorepad-") as name:
        yield Path(name)


KEPT: Final = timedelta(days=30)  # no longer than deleted data may be
EVERY: Final = timedelta(days=1)
DAMAGE: Final = "damage.txt"  # in the instance folder: what the last backup found
SECRET: Final = "secret"  # noqa: S105 - the name of a file
MANIFEST: Final = "manifest.json"
KIND: Final[dict[str, Any]] = {"format": "scorepad/backup", "version": 1}

_MAKING: Final = ".making-"
_STAMP: Final = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"scorepad-([0-9]{8}-[0-9]{6})-[0-9a-f]{4}\.zip(\.encrypted)?")
_NOT_OURS: Final = (
    *(zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError),
    RuntimeError,  # encrypted, or an unknown compression
)


def make(
    url: str, schema: str | None, *, instance: Path, folder: Path, passphrase: str
) -> Path:
    """Write a verified backup of a database and the *instance*'s secret to *folder*."""
    now = datetime.now(UTC)
    name = f"scorepad-{now.strftime(_STAMP)}-{secrets.token_hex(2)}.zip"
    name += ENDING if passphrase else ""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(dir=folder, prefix=_MAKING) as making:
            packed = Path(making) / name
            private = folder_in_memory() if passphrase else nullcontext(Path(making))
            with private as place:
                copy = place / dumps.name_of_dump(url)
                dumps.dump(url, copy)
                dumps.check(copy)
                about = {**KIND, "database": copy.name, "schema": schema}
                about["made_at"] = now.isoformat()
                # Without the secret current join codes would be invalid.
                _pack(packed, (copy, instance / SECRET), about, passphrase)
            check_archive(packed, passphrase=passphrase)
            packed.replace(folder / name)
            dumps.sync(folder)
    except OverflowError:
        said = "The backup is larger than 2 GB and cannot be encrypted."
        raise BackupRefusedError(said) from None
    except OSError as error:
        said = f"The backup cannot be written to {folder} ({error.strerror or error})."
        raise BackupRefusedError(said) from None
    return folder / name


def _pack(
    packed: Path, files: Iterable[Path], about: dict[str, Any], passphrase: str
) -> None:
    packed.touch(0o600)
    with packed.open("wb") as file:
        clear = BytesIO() if passphrase else file
        with zipfile.ZipFile(clear, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in filter(Path.is_file, files):
                archive.write(path, path.name)
            archive.writestr(MANIFEST, json.dumps(about))
        if isinstance(clear, BytesIO):
            file.write(encrypt(clear.getvalue(), passphrase))
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def unpacked(backup: Path, passphrase: str = "") -> Iterator[tuple[Path, str | None]]:
    """Unpack a backup, or a database set aside; yield it, verified, and its schema.

    A backup's secret is beside the database.
    """
    # Without such a folder it goes where the database will be in the clear, too.
    is_private = is_encrypted(backup) and MEMORY.is_dir()
    with folder_in_memory() if is_private else TemporaryDirectory() as name:
        folder = Path(name)
        is_database = _begins_with(b"SQLite format 3\0", backup)
        about = {} if is_database else check_archive(backup, folder, passphrase)
        database = folder / about.get("database", EMBEDDED)
        try:
            if is_database:
                dumps.dump(f"sqlite:///{backup}", database)
                with closing(sqlite3.connect(database)) as connection:
                    versions = connection.execute("SELECT * FROM alembic_version")
                    (about["schema"],) = versions.fetchone() or (None,)
            dumps.check(database)
        except (BackupRefusedError, sqlite3.Error) as error:
            raise BackupRefusedError(f"{backup} cannot be used: {error}") from None
        yield database, about["schema"]


def check_archive(
    backup: Path, folder: Path | None = None, passphrase: str = ""
) -> dict[str, Any]:
    """Verify all checksums, extract into *folder* if given; return the manifest."""
    is_clear = not is_encrypted(backup)
    file = backup if is_clear else BytesIO(decrypt(backup, passphrase))
    try:
        with zipfile.ZipFile(file) as archive:
            about = json.loads(archive.read(MANIFEST))
            if not isinstance(about, dict) or about.get("format") != KIND["format"]:
                raise ValueError("its manifest is not ours")
            if about.get("version") != KIND["version"]:
                raise ValueError("it was made by a newer Scorepad")
            if about.get("database") not in {EMBEDDED, SERVED} & {*archive.namelist()}:
                raise ValueError("it names no database")
            if damaged := archive.testzip():
                raise ValueError(f"{damaged} has another checksum")
            if folder:
                kept = {about["database"], SECRET} & {*archive.namelist()}
                archive.extractall(folder, kept)
            return about
    except _NOT_OURS as error:
        said = f"{backup} is not a whole backup of Scorepad ({error})."
        raise BackupRefusedError(said) from None


def copy_to(folder: Path, backup: Path) -> None:
    """Write a second copy of *backup* to another medium, or raise OSError."""
    beside = folder / f".{backup.name}"
    try:
        shutil.copyfile(backup, beside)
        dumps.sync(beside)
        beside.replace(folder / backup.name)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    with suppress(OSError):  # optional: a network share may not support it
        dumps.sync(folder)


def backups_in(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups in *folder* with their times, oldest first."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if named := _NAME.fullmatch(path.name):
            with suppress(ValueError):
                made = datetime.strptime(named[1], _STAMP).replace(tzinfo=UTC)
                found.append((made, path))
    return sorted(found)


def newest(folder: Path, now: datetime) -> datetime | None:
    """Return the time of the newest backup in *folder*, ignoring future ones."""
    # The clock may have been set back a little.
    soon = now + timedelta(minutes=5)
    return max((made for made, _ in backups_in(folder) if made <= soon), default=None)


def newest_with(dump_name: str, folder: Path) -> Path | None:
    """Return the newest backup that contains *dump_name*, or may: it is encrypted."""
    for _, backup in reversed(backups_in(folder)):
        if backup.name.endswith(ENDING):
            return backup
        with suppress(zipfile.BadZipFile, OSError), zipfile.ZipFile(backup) as archive:
            if dump_name in archive.namelist():
                return backup
    return None


def remove_old(folder: Path, now: datetime) -> None:
    """Delete backups older than 30 days except the newest."""
    for made, path in backups_in(folder)[:-1]:
        if now - made > KEPT:
            with suppress(OSError):  # retried next time
                path.unlink(missing_ok=True)


def sweep(folder: Path, now: datetime) -> None:
    """Delete leftovers of interrupted backups that are older than a day."""
    left = (*folder.glob(f"{_MAKING}*"), *folder.glob(".scorepad-*.zip*"))
    remove_before(now - EVERY, left)


def remove_before(last: datetime, paths: Iterable[Path]) -> None:
    """Delete the files and folders that were changed before a time."""
    for path in paths:
        with suppress(OSError):  # retried next time
            if path.stat().st_mtime < last.timestamp():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


LIST = "forgotten.txt"
Forgotten = tuple[UUID, UUID]  # an anonymized player, after their group


def remember(folder: Path, people: Collection[Forgotten]) -> None:
    """Add *people* to the list; it is synced to disk on return."""
    if not people:
        return
    with (folder / LIST).open("a", encoding="ascii") as file:
        # One at a time, of all threads and processes.
        fcntl.flock(file, fcntl.LOCK_EX)
        known = listed(folder)
        new = [who for who in people if who not in known]
        # The line before may have been cut off.
        file.writelines(f"\n{group} {player}" for group, player in new)
        file.flush()
        os.fsync(file.fileno())
    dumps.sync(folder)


def copy_list(folder: Path, others: Iterable[Path]) -> None:
    """Merge the list in *folder* into those in *others*, where these are available."""
    for other in others:
        with suppress(OSError):
            remember(other, listed(folder))


def listed(folder: Path) -> tuple[Forgotten, ...]:
    """Return the people on the list; ignore lines of another form."""
    try:
        text = (folder / LIST).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return ()
    found = []
    for line in text.splitlines():
        with suppress(ValueError):
            group, player = map(UUID, line.split(" "))
            found.append((group, player))
    return tuple(found)

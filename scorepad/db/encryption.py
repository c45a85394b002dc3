"""Backups encrypted with a passphrase: scrypt and AES-256-GCM.

A file begins with ``MAGIC``, 16 bytes of salt, 16 bytes that tell a wrong passphrase
from a damaged file, and a nonce of 12 bytes. These are authenticated with the rest.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scorepad.db.dumps import BackupRefusedError

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
    if not backup.is_file():
        return False
    with backup.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def encrypt(data: bytes, passphrase: str) -> bytes:
    """Return an encrypted backup with this content, of at most 2 GB."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - few servers need it

    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    check, key = _derived(passphrase, salt)
    head = MAGIC + salt + check + nonce
    try:
        return head + AESGCM(key).encrypt(nonce, data, head)
    except OverflowError:
        raise BackupRefusedError(
            "The backup is larger than 2 GB and cannot be encrypted."
        ) from None


def decrypt(backup: Path, passphrase: str) -> bytes:
    """Return the content of an encrypted backup.

    :raises PassphraseError: the passphrase is missing or wrong.
    :raises BackupRefusedError: the file is damaged.
    """
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - see above
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - see above

    if not passphrase:
        raise PassphraseError(
            f"{backup} is encrypted; expected --passphrase-file with its passphrase."
        )
    data = backup.read_bytes()
    if len(data) < _NONCE.stop:
        raise BackupRefusedError(f"{backup} is not a whole backup of Scorepad.")
    check, key = _derived(passphrase, data[_SALT])
    if not hmac.compare_digest(check, data[_CHECK]):
        raise PassphraseError(
            f"The passphrase does not open {backup}; expected the one it was made with."
        )
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

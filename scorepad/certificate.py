"""The certificate of an authority, as phones get it to trust the address at home."""

import hashlib
import re
import ssl
from pathlib import Path
from typing import Final

BLOCK: Final = re.compile(
    r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL
)


class CertificateRefusedError(ValueError):
    """The file cannot be used; the message says why in a few words."""


def authority_in(path: Path) -> bytes:
    """The one certificate in a PEM file, in its binary form.

    :raises CertificateRefusedError: it is another file, above all one with a key.
    """
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise CertificateRefusedError("it cannot be read") from error
    if "PRIVATE KEY" in text:
        raise CertificateRefusedError("it holds a private key")
    blocks = BLOCK.findall(text)
    if len(blocks) != 1:
        raise CertificateRefusedError(f"it holds {len(blocks)} certificates")
    return _checked(blocks[0])


def fingerprint(certificate: bytes) -> str:
    """What a person compares with the phone: pairs of signs, parted by colons."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


def _checked(block: str) -> bytes:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        binary = ssl.PEM_cert_to_DER_cert(block)
        context.load_verify_locations(cadata=binary)
    except (ValueError, ssl.SSLError) as error:
        raise CertificateRefusedError("its certificate is damaged") from error
    if not context.get_ca_certs():
        raise CertificateRefusedError("its certificate is not that of an authority")
    return binary

"""The address of this server, as ``serve`` prints it and later commands repeat it."""

import socket
from contextlib import suppress
from typing import Final

from scorepad.settings import Settings

FILE: Final = "address.txt"
"""File in the instance folder with the address that ``serve`` printed last."""

SOMEWHERE: Final = ("192.0.2.1", 9)
"""An address reserved for documentation; nothing is sent there.

The route to it reveals our own address in the network.
"""


def address_for_phones(settings: Settings, port: int) -> str | None:
    """Return the address for phones, ``None`` if only this computer can connect."""
    if settings.address:
        return settings.address
    listens_everywhere = settings.host in {"0.0.0.0", "::", "*"}  # noqa: S104 - only compared
    own = _network_address() if listens_everywhere else None
    return None if own is None else f"http://{own}:{port}"


def local_address(port: int) -> str:
    """Return the address for browsers on this computer."""
    return f"http://localhost:{port}"


def keep_address(settings: Settings, address: str) -> None:
    """Store the address for commands that print links."""
    with suppress(OSError):  # optional: links have a fallback
        (settings.instance / FILE).write_text(f"{address}\n", encoding="ascii")


def known_address(settings: Settings) -> str:
    """Return the base of links to this server.

    The setting, else what ``serve`` printed last, else what it would print; a
    ``--port`` overrides what it printed.
    """
    is_set = settings.address or settings.name_of("port") == "--port"
    kept, port = "" if is_set else _kept(settings), settings.port
    return kept or address_for_phones(settings, port) or local_address(port)


def print_link(link: str) -> None:
    """Print a link and its QR code."""
    print(link, flush=True)
    print_qr_code(link)


def print_qr_code(link: str) -> None:
    """Print the QR code of a link in characters."""
    import segno  # noqa: PLC0415 - loads slowly

    segno.make(link, micro=False).terminal(compact=True)


def _kept(settings: Settings) -> str:
    try:
        return (settings.instance / FILE).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _network_address() -> str | None:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(SOMEWHERE)
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith(("127.", "0.")) else address

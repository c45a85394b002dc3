"""The address of this Scorepad: what ``serve`` prints, and later commands repeat."""

import socket
from contextlib import suppress
from typing import Final

from scorepad.settings import Settings

FILE: Final = "address.txt"
"""In the instance folder: the address that the last ``serve`` printed for phones."""

SOMEWHERE: Final = ("192.0.2.1", 9)
"""Reserved for documentation, nothing is sent there: the route to it tells which of our
own addresses the network uses."""


def address_for_phones(settings: Settings, port: int) -> str | None:
    """Return the address that phones open, or ``None`` if only this computer can."""
    if settings.address:
        return settings.address
    listens_everywhere = settings.host in {"0.0.0.0", "::", "*"}  # noqa: S104 - only compared
    own = _network_address() if listens_everywhere else None
    return None if own is None else f"http://{own}:{port}"


def local_address(port: int) -> str:
    """Return the address that browsers on this computer open."""
    return f"http://localhost:{port}"


def keep_address(settings: Settings, address: str) -> None:
    """Remember the address for commands that print links."""
    with suppress(OSError):  # a link with another address is no reason not to serve
        (settings.instance / FILE).write_text(f"{address}\n", encoding="ascii")


def known_address(settings: Settings) -> str:
    """Return the address that links begin with while Scorepad serves.

    That is the setting, else what ``serve`` printed last, else what it would print. A
    ``--port`` says that it will be another one.
    """
    is_set = settings.address or settings.name_of("port") == "--port"
    kept, port = "" if is_set else _kept(settings), settings.port
    return kept or address_for_phones(settings, port) or local_address(port)


def print_link(link: str) -> None:
    """Print a link, and its QR code for a phone's camera."""
    print(link, flush=True)
    print_qr_code(link)


def print_qr_code(link: str) -> None:
    """Print the QR code of a link in the letters of a terminal."""
    import segno  # noqa: PLC0415 - a server is asked before it has loaded this

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

"""How the press and its workers talk: one byte of kind, eight of length, the text."""

import socket
import struct
from enum import IntEnum
from typing import NamedTuple

_HEADER = struct.Struct("!BQ")


class Kind(IntEnum):
    """What a frame holds."""

    READY = 1
    PRINT = 2
    PDF = 3
    FAILED = 4
    LOOK = 5
    PICTURE = 6


class Frame(NamedTuple):
    """One message."""

    kind: Kind
    body: bytes


def pack(kind: Kind, body: bytes = b"") -> bytes:
    """The bytes that carry one message."""
    return _HEADER.pack(kind, len(body)) + body


def send(line: socket.socket, kind: Kind, body: bytes = b"") -> None:
    """Send one message."""
    line.sendall(pack(kind, body))


def receive(line: socket.socket) -> Frame:
    """Wait for one message.

    :raises EOFError: the other side has gone.
    """
    kind, length = _HEADER.unpack(_exactly(line, _HEADER.size))
    return Frame(Kind(kind), _exactly(line, length))


def _exactly(line: socket.socket, size: int) -> bytes:
    held = bytearray()
    while len(held) < size:
        got = line.recv(min(size - len(held), 1 << 16))
        if not got:
            raise EOFError("the other side has gone")
        held += got
    return bytes(held)

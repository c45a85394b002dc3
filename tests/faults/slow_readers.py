"""Clients that request sheets and do not read the responses."""

import socket
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults.writers import Evening

READERS = 10
MORE_THAN_THE_SYSTEM_KEEPS = 150
"""Sheets requested at once and not read: three megabytes."""


@contextmanager
def not_reading(server):
    """Ten clients request sheets of a game and read nothing; yield the game's evening.

    By then the system's buffers are full for all of them.
    """
    evening = Evening(server)
    path = f"/g{evening.game.removeprefix('/api/groups')}/sheet.pdf"
    headers = {"Host": "127.0.0.1", "Cookie": evening.cookie}
    said = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    asking = f"GET {path} HTTP/1.1\r\n{said}\r\n".encode()
    with ExitStack() as stack:
        for _ in range(READERS):
            slow = stack.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect(("127.0.0.1", server.port))
            slow.sendall(asking * MORE_THAN_THE_SYSTEM_KEEPS)
        assert slow.recv(10) == b"HTTP/1.1 2"
        _wait_until_no_more_is_kept(server.port)
        yield evening


def _wait_until_no_more_is_kept(port):
    before = 0
    for _ in range(60):
        time.sleep(1)
        if (kept := _kept_for_readers(port)) == before > 0:
            return
        before = kept
    raise AssertionError("they were sent something all the time")


def _kept_for_readers(port):
    """Return the bytes in the system's buffers that clients have not read."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    columns = [line.split() for line in lines]
    sent_from = f":{port:04X}"
    return sum(
        int(queues.partition(":")[0], 16)
        for _, here, _, _, queues, *_ in columns
        if here.endswith(sent_from)
    )

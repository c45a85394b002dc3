"""Clients that begin a request and never end it."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

HEADERS = b"PUT /api/groups/x HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HEADERS + b"Content-Length: 5000\r\nContent-Type: application/json\r\n\r\n{"


@contextmanager
def unfinished_requests(port: int, count: int) -> Iterator[None]:
    """So many, of which half end within the headers and half within the body."""
    with ExitStack() as stack:
        for number in range(count):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            slow.sendall(BODY if number % 2 else HEADERS)
        yield

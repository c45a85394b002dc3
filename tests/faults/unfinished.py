"""Clients that begin a request and never end it."""

import socket
import threading
from contextlib import ExitStack, contextmanager, suppress

HEAD = b"PUT /api/groups/x HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HEAD + b"Content-Length: 50000\r\nContent-Type: application/json\r\n\r\n{"
DRIP_EVERY_S = 1.0


@contextmanager
def unfinished_requests(port, *, heads=0, bodies=0):
    ended = threading.Event()
    with ExitStack() as stack:
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            for _ in range(heads + bodies)
        ]
        for number, client in enumerate(clients):
            client.sendall(HEAD if number < heads else BODY)
        dripping = threading.Thread(target=_drip, args=(clients, ended))
        dripping.start()
        stack.callback(dripping.join)
        stack.callback(ended.set)
        yield


def _drip(clients, ended):
    while not ended.wait(DRIP_EVERY_S):
        for client in clients:
            with suppress(OSError):
                client.send(b"x")

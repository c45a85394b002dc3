"""A server in a thread of this process, which leaves nothing open behind it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from waitress.server import create_server

ENDING_S = 60.0  # the longest a thread may still draw or answer


@contextmanager
def listening(app: Any, threads: int) -> Iterator[int]:
    """Serve *app* on loopback; its port."""
    server = create_server(app, host="127.0.0.1", port=0, threads=threads)
    with running(server) as port:
        yield port


@contextmanager
def running(server: Any) -> Iterator[int]:
    """Let a server of Waitress serve; its port.

    What is open is closed by the loop that watches it, after the last answer. Closed
    from outside, the loop would watch handles that are by then another file's: the next
    test's database got a byte that way, and connections were left open.
    """
    loop = threading.Thread(target=server.run, daemon=True)
    loop.start()
    try:
        yield server.effective_port
    finally:
        server.task_dispatcher.shutdown(timeout=ENDING_S)
        _close_from_its_loop(server)
        loop.join(ENDING_S)
    assert not loop.is_alive(), "the server's loop did not end"


def _close_from_its_loop(server: Any) -> None:
    """Wake the loop and have it close everything, its own trigger too.

    An answer's end may wake the loop at any moment: were the call for it to close there
    before it is woken by us, we would write to a handle that is closed, or by then
    another file's. So what it would take the call with is held until we have woken it.
    """
    with server.trigger.lock:
        server.trigger.thunks.append(lambda: _close(server))
        server.trigger.pull_trigger()


def _close(server: Any) -> None:
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    server.close()

"""A server in a thread of this process that closes everything at its end."""

import threading
from contextlib import contextmanager

from waitress.server import create_server

ENDING_S = 60.0  # the longest a thread may still draw or answer


@contextmanager
def listening(app, threads):
    """Serve *app* on loopback; yield its port."""
    with running(create_server(app, host="127.0.0.1", port=0, threads=threads)) as port:
        yield port


@contextmanager
def running(server):
    """Run a server of Waitress; yield its port.

    Its loop closes what is open, after the last response. Closed from outside, the loop
    would watch file handles that by then belong to another file, such as the next
    test's database.
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


def _close_from_its_loop(server):
    """Wake the loop and have it close everything, including its own trigger.

    The end of a response may wake the loop at any moment. If the loop then ran our call
    before we woke it, we would write to a closed handle, or to another file's. So the
    lock of the calls is held until we have woken it.
    """
    with server.trigger.lock:
        server.trigger.thunks.append(lambda: _close(server))
        server.trigger.pull_trigger()


def _close(server):
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    server.close()

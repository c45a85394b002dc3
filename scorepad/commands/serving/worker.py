"""One of several processes that serve together; 'scorepad serve' starts them.

    python -m scorepad.commands.serving.worker SOCKET COUNTS PLACE

It listens on the socket that it is handed, tells how many connections it has at its
place of the file of counts, and ends with whoever started it.
"""

import os
import signal
import socket
import sys
import threading

from scorepad.app import create_app
from scorepad.commands.logs import begin_logging
from scorepad.commands.serving.listening import listen, stop
from scorepad.commands.serving.sharing import Share
from scorepad.commands.serving.warming import warm_up
from scorepad.settings import read_settings


def main() -> None:
    """Serve until SIGTERM, or until standard input ends."""
    os.umask(0o077)
    begin_logging()
    settings = read_settings(os.environ)
    handle, counts, place = map(int, sys.argv[1:])
    taken = socket.socket(fileno=handle)
    app = create_app(settings)
    warm_up(app)
    server = listen(app, settings, taken, Share(counts, place))
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one above
    threading.Thread(target=_end_with_the_one_above, daemon=True).start()
    server.run()


def _end_with_the_one_above() -> None:
    # Not sys.stdin: Python gives up where a thread still reads from it at the end.
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()

"""One of several processes that serve together; 'scorepad serve' starts them.

    python -m scorepad.commands.worker FD

It listens on the socket that it is handed, and ends with whoever started it.
"""

import os
import signal
import socket
import sys
import threading

from scorepad.app import create_app
from scorepad.commands.listening import listen, stop
from scorepad.commands.logs import begin_logging
from scorepad.commands.warming import warm_up
from scorepad.settings import read_settings


def main() -> None:
    """Serve until SIGTERM, or until standard input ends."""
    os.umask(0o077)
    begin_logging()
    settings = read_settings(os.environ)
    taken = socket.socket(fileno=int(sys.argv[1]))
    app = create_app(settings)
    warm_up(app)
    server = listen(app, settings, taken)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one above
    threading.Thread(target=_end_with_the_one_above, daemon=True).start()
    server.run()


def _end_with_the_one_above() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()

"""A server that waits for whoever does not read: a mutant that tests must catch."""

import sys
from typing import Any

from waitress.channel import HTTPChannel

from scorepad import cli


def send_and_wait(channel: Any, data: bytes, *_: Any, **__: Any) -> int:
    """Send as a server does that keeps nothing for its clients."""
    channel.socket.settimeout(None)
    return int(channel.socket.send(data))


if __name__ == "__main__":
    HTTPChannel.send = send_and_wait
    sys.exit(cli.main())

"""A server that waits for slow readers: a mutant that tests must catch."""

import sys
from typing import Any

from waitress.channel import HTTPChannel

from scorepad import cli


def send_and_wait(channel: Any, data: bytes, *_: Any, **__: Any) -> int:
    """Send like a server that buffers nothing for its clients."""
    channel.socket.settimeout(None)
    return int(channel.socket.send(data))


if __name__ == "__main__":
    HTTPChannel.send = send_and_wait
    sys.exit(cli.main())

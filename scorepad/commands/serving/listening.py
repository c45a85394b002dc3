"""One process that listens: waitress, which reads slow clients beside its threads."""

import socket
import sys
from types import FrameType
from typing import Any

import waitress
from flask import Flask

from scorepad.commands.serving.accepting import watch_doors
from scorepad.commands.serving.channels import use_channels
from scorepad.commands.serving.sharing import Share, alone
from scorepad.commands.serving.waiting import (
    allow_many_files,
    connections,
    threads_for,
    wait_well,
)
from scorepad.settings import Settings
from scorepad.store.connections import AT_ONCE


class StartRefusedError(Exception):
    """Scorepad cannot start; the message is one sentence."""


def listen(
    app: Flask,
    settings: Settings,
    taken: socket.socket | None = None,
    share: Share | None = None,
) -> Any:
    """A server for *app*, on the address of *settings* or on a socket *taken* already.

    Where others listen on that too, *share* knows how many connections they have.

    :raises StartRefusedError: the port cannot be used.
    """
    where = (
        {"host": settings.host, "port": settings.port}
        if taken is None
        else {"sockets": [taken]}
    )
    listening = connections(share or alone())
    most = allow_many_files()
    try:
        server = waitress.create_server(
            app,
            map=listening,
            **where,
            threads=AT_ONCE,
            _dispatcher=threads_for(listening, AT_ONCE),
            connection_limit=most,
            asyncore_use_poll=True,
            channel_timeout=20,
            max_request_body_size=6 * 1024 * 1024,
            ident="",
            clear_untrusted_proxy_headers=False,
        )
    except (OSError, ValueError) as error:
        raise _refused(settings, error) from None
    use_channels(listening)
    watch_doors(listening)
    wait_well(server, listening)
    return server


def take(settings: Settings) -> socket.socket:
    """The socket that several processes listen on together.

    :raises StartRefusedError: the port cannot be used.
    """
    try:
        family, kind, *_, address = socket.getaddrinfo(
            settings.host,
            settings.port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )[0]
        taken = socket.socket(family, kind)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(1024)
    except OSError as error:
        raise _refused(settings, error) from None
    return taken


def _refused(settings: Settings, error: Exception) -> StartRefusedError:
    reason = getattr(error, "strerror", None) or error
    return StartRefusedError(
        f"Port {settings.port} on {settings.host} cannot be used ({reason}); choose"
        f" another one ({settings.name_of('port')}, {settings.name_of('host')})."
    )


def stop(_signal: int, _frame: FrameType | None) -> None:
    """End what runs, once running requests are answered."""
    sys.exit(0)

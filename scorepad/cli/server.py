"""The HTTP server, Waitress in one process, and its address as commands print it."""

import resource
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import waitress
from flask import Flask
from waitress import channel, parser, task

from scorepad.cli import CommandError
from scorepad.db.engine import AT_ONCE
from scorepad.settings import Settings
from scorepad.web.middleware.guard import FIXED


class StrictParser(parser.HTTPRequestParser):  # type: ignore[misc] # it has no types
    """Rejects a length beside chunks: a proxy may read on by it (request smuggling)."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of a request; ``ParsingError`` if malformed or ambiguous."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # such as "GET http://[", which is no address
            raise parser.ParsingError("Bad request line") from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise parser.ParsingError("Content-Length beside Transfer-Encoding")


class ProtectedErrorTask(task.ErrorTask):  # type: ignore[misc] # it has no types
    """Waitress's response to an invalid request, with our headers."""

    def execute(self) -> None:
        """Send the error."""
        self.response_headers.extend(FIXED.items())
        super().execute()


class Connection(channel.HTTPChannel):  # type: ignore[misc] # it has no types
    """A connection with this parser and error response."""

    parser_class, error_task_class = StrictParser, ProtectedErrorTask


MOST_CONNECTIONS: Final = 8000
RESERVED_FILES: Final = 200  # for the database, templates and sheets

LARGEST_BODY: Final = 8 * 1024 * 1024
BACKLOG: Final = 2048
FINISH_S: Final = 20.0  # for running requests after SIGTERM; systemd waits for 30


def create_server(app: Flask, settings: Settings) -> Any:
    """Return a server that listens; ``CommandError`` if the port cannot be used."""
    host = settings.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        address = (host, settings.port)
        listener = socket.create_server(address, family=family, backlog=BACKLOG)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(
            f"Port {settings.port} on {settings.host} cannot be used ({reason}); choose"
            f" another one ({settings.name_of('port')}, {settings.name_of('host')})."
        ) from None
    server = waitress.create_server(
        app,
        sockets=[listener],
        threads=AT_ONCE,
        connection_limit=raise_file_limit(),
        asyncore_use_poll=True,
        channel_timeout=30,
        backlog=BACKLOG,
        max_request_body_size=LARGEST_BODY,
        log_socket_errors=False,
        ident="",
        clear_untrusted_proxy_headers=False,
    )
    server.channel_class = Connection
    return server


def raise_file_limit() -> int:
    """Raise the limit of open files; return how many connections it permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + RESERVED_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_CONNECTIONS
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(allowed - RESERVED_FILES, allowed // 2)


def stop_signal() -> threading.Event:
    """Return an event that SIGTERM and Ctrl-C set from now on."""
    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    return stopping


def serve_until(server: Any, stopping: threading.Event) -> None:
    """Serve until *stopping*; then answer received requests, and send the responses."""

    def run() -> None:
        try:
            server.run()
        finally:
            stopping.set()

    threading.Thread(target=run, daemon=True).start()
    # The main thread handles signals, but one sent to another thread does not wake it.
    while not stopping.wait(timeout=0.5):
        pass

    def stop_listening() -> None:
        server.del_channel()
        server.socket.close()

    def is_sent() -> bool:
        open_ = list(server.active_channels.values())
        return not any(getattr(each, "total_outbufs_len", 0) for each in open_)

    deadline = time.monotonic() + FINISH_S
    server.trigger.pull_trigger(stop_listening)  # runs in the server's thread
    _wait(lambda: not server.task_dispatcher.queue, deadline)
    server.task_dispatcher.shutdown(timeout=max(0, deadline - time.monotonic()))
    _wait(is_sent, deadline)


def _wait(is_done: Callable[[], bool], deadline: float) -> None:
    while not is_done() and time.monotonic() < deadline:
        time.sleep(0.01)


FILE: Final = "address.txt"  # in the instance: what serve printed last


def address_for_phones(settings: Settings, port: int) -> str | None:
    """Return the address for phones, ``None`` if only this computer can connect."""
    if settings.address or settings.host not in {"0.0.0.0", "::"}:  # noqa: S104 - only compared
        return settings.address or None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # The route to this address for documentation reveals our own; nothing is sent.
        probe.connect(("192.0.2.1", 9))
        own = str(probe.getsockname()[0])
        if not own.startswith(("127.", "0.")):
            return f"http://{own}:{port}"
    return None


def keep_address(settings: Settings, address: str) -> None:
    """Store the address for commands that print links."""
    with suppress(OSError):  # optional: links have a fallback
        (settings.instance / FILE).write_text(f"{address}\n", encoding="ascii")


def known_address(settings: Settings) -> str:
    """Return the base of links: as set, as ``serve`` printed, or as it would print."""
    if not settings.address and settings.name_of("port") != "--port":
        with suppress(OSError, UnicodeDecodeError):
            if kept := (settings.instance / FILE).read_text(encoding="ascii").strip():
                return kept
    link = address_for_phones(settings, settings.port)
    return link or f"http://localhost:{settings.port}"


def print_link(link: str, what: str = "") -> None:
    """Print a link and its QR code."""
    import segno  # noqa: PLC0415 - loads slowly

    print(f"{what}{link}", flush=True)
    segno.make(link, micro=False).terminal(compact=True)

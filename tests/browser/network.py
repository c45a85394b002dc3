"""A faulty network between the page and the server.

It may lose the request, the response after the server's commit, or half of the
response. It may respond itself, like a captive portal, or never, like a dead router. It
may be slow about all of these.
"""

import http.client
import threading
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Fate(Enum):
    PASS = auto()
    LOSE_REQUEST = auto()
    LOSE_ANSWER = auto()
    HALF_ANSWER = auto()
    SILENCE = auto()


@dataclass(frozen=True)
class Canned:
    """A response that is not the server's."""

    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def always(fate, *, method="PUT"):
    """The same for every request of a method, nothing for others."""
    return lambda asked, _path: fate if asked == method else Fate.PASS


def undisturbed(_method, _path):
    return Fate.PASS


class Network:
    """A proxy on loopback; `choose` decides what happens to each request.

    A loss takes effect after the delay, while the phone waits.
    """

    def __init__(self, server):
        self.server = server.removeprefix("http://")
        self.choose = undisturbed
        self.delay_s = 0.0
        self.statuses = []
        self.writes = []
        self.closing = threading.Event()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                proxy.handle(self)

            do_PUT = do_POST = do_HEAD = do_GET  # noqa: N815 - the names http.server looks for

            def log_message(self, *args):
                pass

        self.httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.httpd.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.httpd.server_port}"

    def handle(self, asked):
        length = int(asked.headers.get("Content-Length", 0))
        body = asked.rfile.read(length)
        fate = self.choose(asked.command, asked.path)
        self.closing.wait(self.delay_s)
        if isinstance(fate, Canned):
            text = fate.body.encode()
            answer(asked, fate.status, fate.headers.items(), text, len(text))
        elif fate is Fate.SILENCE:
            self.closing.wait()
        elif fate is not Fate.LOSE_REQUEST:
            self.forward(asked, body, fate)

    def forward(self, asked, body, fate):
        connection = http.client.HTTPConnection(self.server, timeout=30)
        try:
            connection.request(asked.command, asked.path, body, dict(asked.headers))
            got = connection.getresponse()
            text = got.read()
        finally:
            connection.close()
        if asked.command == "PUT":
            self.statuses.append(got.status)
            self.writes.append(asked.path)
        if fate is Fate.LOSE_ANSWER:
            return
        headers = [pair for pair in got.getheaders() if pair[0] not in OF_ONE_HOP]
        sent = text[: len(text) // 2] if fate is Fate.HALF_ANSWER else text
        answer(asked, got.status, headers, sent, len(text))


OF_ONE_HOP = {"Connection", "Content-Length", "Date", "Server", "Transfer-Encoding"}


def answer(asked, status, headers, body, length):
    asked.send_response(status)
    for name, value in headers:
        asked.send_header(name, value)
    asked.send_header("Content-Length", str(length))
    with suppress(BrokenPipeError, ConnectionResetError):  # the browser has left
        asked.end_headers()
        asked.wfile.write(body)


@contextmanager
def network(server):
    made = Network(server)
    thread = threading.Thread(target=made.httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.closing.set()
        made.httpd.shutdown()
        made.httpd.server_close()
        thread.join(timeout=5)

"""A real server process for tests that need one."""

import http.client
import json
import os
import re
import secrets
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlencode


def wait_until(holds, seconds=60, every=0.05):
    """Wait until *holds* returns something true; return that."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(every)
    return found


def a_claim():
    return secrets.token_urlsafe(32)


FORM = "application/x-www-form-urlencoded"


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: Any


class Server(NamedTuple):
    process: "subprocess.Popen[str]"
    port: int

    def send(self, method, path, body=None, *, form=None, **headers):
        """Send JSON or a form, or bytes of the kind that the headers name."""
        kind = "application/json" if form is None else FORM
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Content-Type": kind, "Origin": f"http://127.0.0.1:{self.port}"}
        if form is not None:
            body = urlencode(form).encode()
        elif body is not None and not isinstance(body, bytes):
            body = json.dumps(body)
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with closing(line) as connection:
            connection.request(method, path, body, sent | headers)
            answer = connection.getresponse()
            return Reply(answer.status, dict(answer.headers), _read(answer.read()))


def _read(body):
    # Waitress's own error responses are plain text.
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


class Answer(NamedTuple):
    """What tests use of an answer of Flask's client."""

    status_code: int
    headers: Message
    data: bytes

    @property
    def text(self):
        return self.data.decode()

    @property
    def json(self):
        return json.loads(self.data)


class Browser:
    """What a phone or a director uses of Flask's client, but over one connection."""

    def __init__(self, port, secret=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookie = ""
        self.application = SimpleNamespace(config={"SECRET": secret})

    def close(self):
        self.connection.close()

    def get(self, path, headers=None):
        return self._open("GET", path, None, headers or {})

    def post(self, path, data, headers):
        kind = {"Content-Type": FORM}
        return self._open("POST", path, urlencode(data), {**headers, **kind})

    def put(self, path, *, json, headers):
        kind = {"Content-Type": "application/json"}
        return self._open("PUT", path, _written(json), {**headers, **kind})

    def _open(self, method, path, body, headers):
        try:
            sent = {**headers, "Cookie": self.cookie}
            self.connection.request(method, path, body, sent)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
        return Answer(answer.status, answer.headers, data)


_written = json.dumps


def start(instance, *, program="tests.support.calm", under=(), **settings):
    """Start ``scorepad serve`` on a free port, *under* another command if given."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("SCOREPAD_")}
    environ |= {
        "SCOREPAD_INSTANCE": str(instance),
        "SCOREPAD_HOST": "127.0.0.1",
        "SCOREPAD_PORT": "0",
        "SCOREPAD_LIMITS": "off",  # tests send more requests than people
        **{f"SCOREPAD_{name.upper()}": value for name, value in settings.items()},
    }
    return subprocess.Popen(
        [*under, sys.executable, "-m", program, "serve"],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Copies(NamedTuple):
    """Several servers on one database; each request goes to any of them."""

    servers: tuple[Server, ...]

    def send(self, *about, **headers):
        return secrets.choice(self.servers).send(*about, **headers)


@contextmanager
def copies(folder, url, count=2, **settings):
    """Run several servers on one PostgreSQL, each with its own instance folder.

    An embedded database is served by one.
    """
    how = {"database_url": url, "secret": secrets.token_urlsafe(48), **settings}
    numbers = range(1 if url.startswith("sqlite") else count)
    with ExitStack() as stack:
        servers = [server(folder / f"copy{number}", **how) for number in numbers]
        yield Copies(tuple(map(stack.enter_context, servers)))


def server(instance, **settings):
    return serving(start(instance, **settings))


@contextmanager
def serving(process):
    """Yield the server that a process becomes; end it afterwards."""
    try:
        yield Server(process, port_of(process))
    finally:
        process.terminate()
        process.communicate(timeout=60)


def told_by(process):
    """End a server once it serves; return what it told meanwhile."""
    port_of(process)
    process.terminate()
    return process.communicate(timeout=60)[1]


def refusal_of(process):
    """Return the sentence by which a server refuses to start."""
    said, complaint = process.communicate(timeout=60)
    assert process.returncode == 2, said + complaint
    assert complaint.count("\n") == 1, complaint
    return complaint


def port_of(process):
    for line in process.stdout:
        if found := re.search(r"http://localhost:(\d+)/", line):
            return int(found.group(1))
    raise AssertionError(process.communicate()[1])

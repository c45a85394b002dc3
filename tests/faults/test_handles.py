"""F12: no file handles are left; open connections are served, the others wait."""

import http.client
import json
import resource
import secrets
import socket
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict

PATIENCE = 30
KNOCKING = 100


def test_f12_a_server_without_any_file_handle_says_so_and_lives_on(tmp_path):
    with lives(tmp_path) as living:
        phone = Phone(living.server)
        with (
            closing(phone.connection),
            no_more_handles(living.server.process.pid),
            knocking(living.server),
        ):
            asked = phone.asks_for_everything()
        phone.writer.save()

        assert set(asked) <= {200, 201, 503}
        assert asked[0] == 503
        assert verdict([phone.writer]) == []
    assert len(living.said) <= KNOCKING  # each of them may fill the house once more


class Phone:
    def __init__(self, server):
        self.writer = Writer(Evening(server))
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=PATIENCE
        )
        self.connection.connect()
        assert self.asks("GET", "/") == 200  # Babel has read its files by then

    def asks_for_everything(self):
        game = self.writer.evening.game
        pages = ("/play/en", game, "/sw.js", "/health/ready", "/")
        body = {"bids": [1, 0, None], "tricks": None}
        return [
            *(self.asks("GET", page) for page in pages),
            self.asks("PUT", f"{game}/rounds/2", body),
        ]

    def asks(self, method, path, body=None):
        headers = {
            "Content-Type": "application/json",
            "Cookie": self.writer.evening.cookie,
            "Idempotency-Key": f'"{secrets.token_hex(16)}"',
            "If-None-Match": "*" if body else '"none"',
            "Origin": f"http://127.0.0.1:{self.connection.port}",
        }
        said = None if body is None else json.dumps(body)
        self.connection.request(method, path, said, headers)
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status != 503 or answer.headers["Retry-After"] == "1"
        return answer.status


@contextmanager
def knocking(server):
    """More clients that try to connect than there are handles."""
    with ExitStack() as stack:
        for _ in range(KNOCKING):
            address = ("127.0.0.1", server.port)
            stack.enter_context(socket.create_connection(address))
        yield


@contextmanager
def no_more_handles(pid):
    opened = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (opened, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)

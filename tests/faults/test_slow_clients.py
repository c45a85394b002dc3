"""L03 to L05, F12: clients that are silent, slow or too many delay nobody."""

import resource
import socket
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorepad.cli.server import raise_file_limit
from tests.faults.lives import lives
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict
from tests.support.phone import OURS
from tests.support.serving import Browser

PATIENCE = 10


@pytest.mark.parametrize(
    ("heads", "bodies"),
    [(1000, 300), pytest.param(2150, 2150, marks=pytest.mark.wide)],
    ids=["1300 connections", "4300 connections of one address"],
)
def test_l03_l04_slow_clients_and_more_than_a_thousand_delay_no_one(
    tmp_path, heads, bodies
):
    raise_file_limit()
    with lives(tmp_path) as living:
        writer = Writer(Evening(living.server))
        with unfinished_requests(living.server.port, heads=heads, bodies=bodies):
            for _ in range(20):
                assert living.server.send("GET", "/health").status == 200
                writer.save()

        assert verdict([writer]) == []
        assert writer.put_off == 0


READERS = 10
MORE_THAN_THE_SYSTEM_KEEPS = 150
"""Sheets requested at once and not read: three megabytes."""


@contextmanager
def not_reading(server):
    """Ten clients request sheets of a game and read nothing; yield the game's evening.

    By then the system's buffers are full for all of them.
    """
    evening = Evening(server)
    path = f"/g{evening.game.removeprefix('/api/groups')}/sheet.pdf"
    headers = {"Host": "127.0.0.1", "Cookie": evening.cookie}
    said = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    asking = f"GET {path} HTTP/1.1\r\n{said}\r\n".encode()
    with ExitStack() as stack:
        for _ in range(READERS):
            slow = stack.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect(("127.0.0.1", server.port))
            slow.sendall(asking * MORE_THAN_THE_SYSTEM_KEEPS)
        assert slow.recv(10) == b"HTTP/1.1 2"
        _wait_until_no_more_is_kept(server.port)
        yield evening


def _wait_until_no_more_is_kept(port):
    before = 0
    for _ in range(60):
        time.sleep(1)
        if (kept := _kept_for_readers(port)) == before > 0:
            return
        before = kept
    raise AssertionError("they were sent something all the time")


def _kept_for_readers(port):
    """Return the bytes in the system's buffers that clients have not read."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    columns = [line.split() for line in lines]
    sent_from = f":{port:04X}"
    return sum(
        int(queues.partition(":")[0], 16)
        for _, here, _, _, queues, *_ in columns
        if here.endswith(sent_from)
    )


@pytest.mark.wide
def test_l05_ten_clients_that_do_not_read_their_sheet_delay_no_one(tmp_path):
    with lives(tmp_path) as living, not_reading(living.server) as evening:
        writer = Writer(evening)
        for _ in range(5):
            writer.save()

        assert verdict([writer]) == []
        assert writer.put_off == 0
        assert is_there(living.server)


def is_there(server):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as phone:
        phone.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with suppress(TimeoutError):
            return phone.recv(100).startswith(b"HTTP/1.1 200 OK")
    return False


KNOCKING = 100


def test_f12_a_server_without_free_file_handles_says_so_and_keeps_running(tmp_path):
    with lives(tmp_path) as living:
        writer = Writer(Evening(living.server))
        browser = Browser(living.server.port)
        browser.cookie = writer.evening.cookie
        assert browser.get("/").status_code == 200  # Babel has read its files by then
        with (
            closing(browser),
            no_more_handles(living.server.process.pid),
            knocking(living.server),
        ):
            asked = asked_for_everything(browser, writer.evening.game)
        writer.save()

        assert {each.status_code for each in asked} <= {200, 201, 503}
        assert asked[0].status_code == 503
        refused = [each for each in asked if each.status_code == 503]
        assert {each.headers["Retry-After"] for each in refused} == {"1"}
        assert verdict([writer]) == []
    assert len(living.said) <= KNOCKING  # each of them may fill the house once more


def asked_for_everything(browser, game):
    """Send over one connection that is open already."""
    pages = ("/play/en", game, "/sw.js", "/health/ready", "/")
    answers = [browser.get(page, {"If-None-Match": '"none"'}) for page in pages]
    save = {**OURS, "If-None-Match": "*", "Idempotency-Key": f'"{"k" * 32}"'}
    body = {"bids": [1, 0, None], "tricks": None}
    return [*answers, browser.put(f"{game}/rounds/2", json=body, headers=save)]


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

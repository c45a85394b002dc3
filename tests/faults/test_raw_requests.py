"""S27 and I04: two lengths do not smuggle a request, ten megabytes are not buffered."""

import re
import socket
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from tests.web.test_headers import POLICY_HEADER, PROMISED

HEAD = b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
SMUGGLED = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def port(running_server):
    return running_server.port


def heard(port, sent):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(4096), b""))


def said(port, sent):
    return [int(part[:3]) for part in heard(port, sent).split(b"HTTP/1.1 ")[1:]]


NO_LENGTHS = [
    *(b"Content-Length: 2\r\nContent-Length: %d\r\n\r\n{}" % each for each in (2, 3)),
    *(b"Content-Length: %s\r\n\r\n{}" % each for each in (b"-1", b"+2", b"2, 3")),
    # A parser that uses the length takes what follows the chunks for a part of them.
    b"Content-Length: 200\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
]


def test_s27_an_invalid_length_or_one_beside_chunks_is_refused(port):
    assert said(port, SMUGGLED * 2) == [200, 200]
    for lengths in NO_LENGTHS:
        assert said(port, HEAD + lengths + SMUGGLED) == [400], lengths


def test_s12_an_invalid_address_is_refused(port):
    for target in (b"http://[", b"http://]", b"//[", b"[", b"\xff"):
        request = b"GET " + target + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        (status,) = said(port, request)
        assert 400 <= status < 500, target


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: ..local\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: %s" % (b"x" * 262_144), 431),
        (HEAD + b"Content-Length: 99999999\r\n\r\n", 413),
        (HEAD + b"Transfer-Encoding: xchunked\r\n\r\n", 501),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    ],
)
def test_s12_an_error_of_waitress_itself_has_all_headers(port, sent, status):
    head = heard(port, sent).partition(b"\r\n\r\n")[0].decode("latin-1")

    assert head.split(" ")[1] == str(status)
    for name, value in PROMISED.items():
        assert f"\r\n{name}: {value}\r\n" in f"{head}\r\n"
    assert f"\r\n{POLICY_HEADER}: default-src 'none';" in head


TEN_MB = 10 * 1024 * 1024
MAY_GROW = 5 * 1024
"""Kilobytes, however much is sent."""

AT_ONCE = b"x" * 65_536
AS_CHUNK = b"10000\r\n" + AT_ONCE + b"\r\n"
WAYS = {
    "length": (b"Content-Length: %d\r\n\r\n", AT_ONCE, b""),
    "chunked": (b"Transfer-Encoding: chunked\r\n\r\n", AS_CHUNK, b"0\r\n\r\n"),
}
PUT = HEAD.replace(b"POST /language", b"PUT /api/groups/%s" % str(uuid4()).encode())
PUT += b"Content-Type: application/json\r\nIf-None-Match: *\r\n"


def pour(port, way, size):
    lengths, piece, end = WAYS[way]
    lengths = lengths.replace(b"%d", b"%d" % size)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(PUT + lengths)
        with suppress(ConnectionError):
            for _ in range(size // len(AT_ONCE)):
                line.sendall(piece)
            line.sendall(end)
        with suppress(ConnectionError):
            return line.recv(4096).partition(b"\r\n")[0]
    return b""


def memory(process, what):
    """Return the kilobytes that a process uses, or has used at most."""
    told = Path(f"/proc/{process}/status").read_text("ascii")
    return int(re.search(rf"{what}:\s+(\d+)", told)[1])


@pytest.mark.parametrize("way", WAYS)
def test_i04_ten_megabytes_cost_no_memory(running_server, port, way):
    process = running_server.process.pid
    pour(port, way, 2 * len(AT_ONCE))  # Modules loaded by the first refusal stay.
    Path(f"/proc/{process}/clear_refs").write_text("5", "ascii")
    before = memory(process, "VmRSS")

    answers = [pour(port, way, TEN_MB) for _ in range(4)]

    assert {answer.split(b" ")[1] for answer in answers} == {b"413"}
    assert memory(process, "VmHWM") - before < MAY_GROW
    assert said(port, SMUGGLED) == [200]

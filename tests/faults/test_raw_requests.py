"""S27: where a request says its length twice, nothing is read as a second request."""

import socket

import pytest

from tests.faults.lives import lives

HEAD = b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
SMUGGLED = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory):
    with lives(tmp_path_factory.mktemp("raw")) as living:
        yield living.server.port


def said(port: int, sent: bytes) -> list[int]:
    """The status of every answer until the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        heard = b"".join(iter(lambda: line.recv(4096), b""))
    return [int(part[:3]) for part in heard.split(b"HTTP/1.1 ")[1:]]


def test_two_whole_requests_get_two_answers(port):
    assert said(port, SMUGGLED * 2) == [200, 200]


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 2\r\nContent-Length: 3\r\n",
        b"Content-Length: 2\r\nContent-Length: 2\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +2\r\n",
        b"Content-Length: 2, 3\r\n",
    ],
)
def test_s27_a_length_that_is_none_is_refused(port, lengths):
    assert said(port, HEAD + lengths + b"\r\n{}" + SMUGGLED) == [400]


def test_s27_a_length_beside_chunks_is_refused(port):
    # Whoever goes by the length takes what follows the chunks for a part of them.
    lengths = b"Content-Length: 200\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert said(port, HEAD + lengths + b"0\r\n\r\n" + SMUGGLED) == [400]


def test_s27_a_coding_nobody_knows_is_refused(port):
    lengths = b"Transfer-Encoding: xchunked\r\n\r\n"
    assert said(port, HEAD + lengths + b"0\r\n\r\n" + SMUGGLED)[0] == 501

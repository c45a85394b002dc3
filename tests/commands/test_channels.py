"""How long a connection stays open."""

import socket
from contextlib import ExitStack

import pytest
from flask import Flask, Response

from scorepad.commands.serving.listening import listen
from scorepad.settings import Settings
from scorepad.store.connections import AT_ONCE
from tests.loopback import running

MORE_THAN_THE_SYSTEM_KEEPS = 8 * 1024 * 1024
PATIENCE_S = 20


@pytest.fixture
def connection(tmp_path):
    app = Flask("bare")

    @app.get("/known")
    def known():
        return Response(status=304)

    @app.get("/endless")
    def endless():
        return Response(iter([b"no ", b"length"]))

    @app.get("/large")
    def large():
        return Response(bytes(MORE_THAN_THE_SYSTEM_KEEPS))

    server = listen(app, Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0))
    with (
        running(server) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as found,
    ):
        yield found


def ask(connection, path, *headers, version="1.1"):
    lines = [f"GET {path} HTTP/{version}", "Host: localhost", *headers, "", ""]
    connection.sendall("\r\n".join(lines).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(1000)
    return answer.decode()


def is_closed(connection):
    return connection.recv(1000) == b""


def test_who_is_told_that_nothing_is_new_may_ask_again_at_once(connection):
    for _ in range(3):
        answer = ask(connection, "/known")
        assert answer.startswith("HTTP/1.1 304")
        assert "Connection:" not in answer


@pytest.mark.parametrize(
    ("headers", "version"),
    [(["Connection: close"], "1.1"), ([], "1.0"), (["Connection: keep-alive"], "1.0")],
)
def test_who_wants_no_more_is_let_go(connection, headers, version):
    answer = ask(connection, "/known", *headers, version=version)

    assert "Connection: close" in answer
    assert is_closed(connection)


def test_an_answer_without_a_length_ends_with_its_connection(connection):
    answer = ask(connection, "/endless")

    assert "Connection: close" in answer
    while connection.recv(1000):
        pass


def test_l05_more_than_there_are_threads_do_not_read_and_keep_nobody_waiting(
    connection,
):
    with ExitStack() as stack:
        for _ in range(AT_ONCE + 1):
            slow = stack.enter_context(socket.socket())
            slow.settimeout(PATIENCE_S)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect(connection.getpeername())
            slow.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert slow.recv(10) == b"HTTP/1.1 2"
        for _ in range(3):
            assert ask(connection, "/known").startswith("HTTP/1.1 304")

"""What happens to connections when the server stops."""

import socket
import threading
import time
from contextlib import contextmanager

import pytest
from flask import Flask, Response

from scorepad.cli import server
from scorepad.cli.server import create_server
from scorepad.settings import Settings

LARGE = 8 * 1024 * 1024
"""More than the system buffers for a client that does not read."""

PATIENCE_S = 20


@pytest.fixture
def app():
    app, app.begun, app.may_end = Flask("bare"), threading.Event(), threading.Event()

    @app.get("/slow")
    def slow():
        app.begun.set()
        app.may_end.wait(PATIENCE_S)
        return "slow but sure"

    app.add_url_rule("/large", "large", lambda: Response(bytes(LARGE)))
    return app


@contextmanager
def stopping(app, folder):
    """A server; the event stops it, and at the end it must have stopped."""
    stop = threading.Event()
    running = create_server(app, Settings(instance=folder, host="127.0.0.1", port=0))

    serving = threading.Thread(target=server.serve_until, args=(running, stop))
    serving.start()
    yield ("127.0.0.1", running.effective_port), stop
    stop.set()
    serving.join(PATIENCE_S)
    assert not serving.is_alive()


def is_refused_soon(address):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            socket.create_connection(address, timeout=PATIENCE_S).close()
        except (ConnectionRefusedError, ConnectionResetError):
            return True
    return False


def ask(address, path):
    client = socket.create_connection(address, timeout=PATIENCE_S)
    client.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
    return client


def test_f11_a_running_request_is_answered_and_no_other_is_accepted(app, tmp_path):
    with stopping(app, tmp_path) as (address, stop):
        client = ask(address, "/slow")
        assert app.begun.wait(PATIENCE_S)
        stop.set()
        assert is_refused_soon(address)
        app.may_end.set()
        assert client.makefile().read().endswith("slow but sure")
        client.close()


def test_f11_a_large_answer_is_sent_to_its_end(app, tmp_path):
    with stopping(app, tmp_path) as (address, stop), ask(address, "/large") as client:
        assert client.recv(10) == b"HTTP/1.0 2"
        stop.set()
        time.sleep(0.2)
        received = sum(len(part) for part in iter(lambda: client.recv(65536), b""))

    assert received > LARGE

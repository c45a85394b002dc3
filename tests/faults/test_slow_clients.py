"""L03 to L05: who is silent, never ends a sentence or does not read holds up nobody."""

import socket
from contextlib import ExitStack

import pytest

from scorepad.commands.waiting import allow_many_files
from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict

ASKING = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEADERS = b"PUT /api/groups/x HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HEADERS + b"Content-Length: 5000\r\nContent-Type: application/json\r\n\r\n{"


def test_l04_three_hundred_slow_clients_keep_nobody_waiting(tmp_path):
    with lives(tmp_path) as living, ExitStack() as stack:
        writer = Writer(Evening(living.server))
        for number in range(300):
            address = ("127.0.0.1", living.server.port)
            slow = stack.enter_context(socket.create_connection(address))
            slow.sendall(BODY if number % 2 else HEADERS)

        # They would be waited for up to 20 seconds; a phone waits less.
        living.server.send("GET", "/health")
        for _ in range(5):
            writer.save()

        assert verdict([writer]) == []
        assert writer.put_off == 0


def test_l03_more_than_a_thousand_phones_stay_connected(tmp_path):
    allow_many_files()
    with lives(tmp_path) as living, ExitStack() as stack:
        address = ("127.0.0.1", living.server.port)
        phones = [
            stack.enter_context(socket.create_connection(address)) for _ in range(1300)
        ]
        assert living.server.send("GET", "/health").status == 200
        for phone in (phones[0], phones[-1]):
            phone.sendall(ASKING)
            assert phone.recv(100).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.wide
def test_l05_ten_who_do_not_read_their_sheet_keep_nobody_waiting(tmp_path):
    with lives(tmp_path) as living, ExitStack() as stack:
        evening = Evening(living.server)
        writer = Writer(evening)
        writer.save()
        path = evening.game.removeprefix("/api/groups")
        asking = (
            f"GET /g{path}/sheet.pdf HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: {evening.cookie}\r\n\r\n"
        )
        for _ in range(10):
            slow = stack.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect(("127.0.0.1", living.server.port))
            slow.sendall(asking.encode())
        assert slow.recv(10) == b"HTTP/1.1 2"
        for _ in range(5):
            writer.save()

        assert verdict([writer]) == []
        assert writer.put_off == 0

"""L03, L04: many who are silent, or never finish what they say, hold up nobody."""

import socket
from contextlib import ExitStack

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

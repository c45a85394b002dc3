"""Processes that serve together have as many connections each."""

import socket
import time
from contextlib import ExitStack

import pytest
from flask import Flask

from scorepad.commands.serving.listening import listen, take
from scorepad.commands.serving.sharing import Share, counts_of
from scorepad.settings import Settings

PHONES = 8


@pytest.fixture
def shares():
    with counts_of(2) as counts:
        return Share(counts.fileno(), 0), Share(counts.fileno(), 1)


def test_who_has_more_than_another_knows_it(shares):
    one, other = shares
    one.tell(2)
    other.tell(1)

    assert one.is_larger
    assert not other.is_larger


def test_among_many_a_few_more_do_not_matter(shares):
    one, other = shares
    other.tell(80)

    one.tell(90)
    assert not one.is_larger

    one.tell(91)
    assert one.is_larger


def test_a_process_that_takes_the_place_of_another_has_none_yet():
    with counts_of(2) as counts:
        one, before = Share(counts.fileno(), 0), Share(counts.fileno(), 1)
        one.tell(5)
        before.tell(9)
        assert not one.is_larger

        Share(counts.fileno(), 1)

        assert one.is_larger


@pytest.fixture
def servers(tmp_path, shares):
    """Two that listen on one socket, and stir only when they are told to."""
    settings = Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0)
    taken = take(settings)
    port = taken.getsockname()[1]
    app = Flask("bare")
    handles = [taken, taken.dup()]
    both = [
        listen(app, settings, handle, share)
        for handle, share in zip(handles, shares, strict=True)
    ]
    yield port, both
    for server in both:
        server.task_dispatcher.shutdown()
        for channel in tuple(server.active_channels.values()):
            channel.handle_close()
        server.close()


def stir(server):
    server._map.wait(0.1)  # noqa: SLF001 - one look of its endless loop


def come_to(port):
    return socket.create_connection(("127.0.0.1", port))


def served_by(servers):
    return [len(server.active_channels) for server in servers]


def test_whoever_comes_in_is_served_by_who_has_fewer(servers, monkeypatch):
    port, (busy, idle) = servers
    monkeypatch.setattr(time, "sleep", lambda _seconds: stir(idle))

    with ExitStack() as phones:
        for _ in range(PHONES):
            phones.enter_context(come_to(port))
            stir(busy)
        served = served_by((busy, idle))

    assert served == [PHONES / 2, PHONES / 2]


def test_who_has_left_is_not_counted(servers, monkeypatch):
    port, (busy, idle) = servers
    monkeypatch.setattr(time, "sleep", lambda _seconds: stir(idle))
    with come_to(port):
        stir(busy)
    stir(busy)
    assert served_by((busy, idle)) == [0, 0]

    with come_to(port):
        stir(busy)
        assert served_by((busy, idle)) == [1, 0]

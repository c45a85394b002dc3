"""How many threads answer at once."""

import queue
import socket
import sys
import threading
import time

import pytest
from flask import Flask

from scorepad.commands.serving import threads, waiting
from scorepad.commands.serving.listening import listen
from scorepad.commands.serving.sharing import alone
from scorepad.commands.serving.threads import Threads
from scorepad.settings import Settings
from scorepad.store.connections import AT_ONCE
from tests.loopback import running

LONG_S = 20
A_MOMENT_S = 0.2


@pytest.fixture
def patient(monkeypatch):
    """Nobody is woken because somebody has waited."""
    monkeypatch.setattr(threads, "PATIENCE_S", 1000)


class Request:
    """Says which thread answers it, and may take long."""

    def __init__(self, *, long=False):
        self.may_end = threading.Event()
        self.answered_by = queue.Queue()
        if not long:
            self.may_end.set()

    def service(self):
        self.answered_by.put(threading.get_ident())
        self.may_end.wait(LONG_S)

    def who(self, seconds=LONG_S):
        return self.answered_by.get(timeout=seconds)


@pytest.fixture
def several():
    """Four threads that rest: who has just begun takes what is there, unasked."""
    found = Threads(4)
    while found.active_count:
        time.sleep(0.001)
    yield found
    found.shutdown()


class Bell:
    """Instead of a condition: nobody hears it."""

    def __init__(self):
        self.rung = 0

    def notify(self):
        self.rung += 1


@pytest.fixture
def nobody():
    """No thread at all, and how often one was called."""
    found = Threads(0)
    found.queue_cv = Bell()
    return found


@pytest.mark.usefixtures("patient")
def test_who_is_awake_answers_the_next_as_well(several):
    first, second = Request(long=True), Request()
    several.add_task(first)
    awake = first.who()
    several.add_task(second)
    assert several.hurry()
    with pytest.raises(queue.Empty):
        second.who(A_MOMENT_S)

    first.may_end.set()
    assert second.who() == awake
    assert not several.hurry()


@pytest.mark.parametrize("how", ["another comes", "hurry"])
def test_who_waits_too_long_has_another_thread_woken(several, monkeypatch, how):
    first, second, third = Request(long=True), Request(), Request()
    several.add_task(first)
    awake = first.who()
    monkeypatch.setattr(threads, "PATIENCE_S", 1000)
    several.add_task(second)
    monkeypatch.setattr(threads, "PATIENCE_S", -1)
    if how == "hurry":
        several.hurry()
    else:
        several.add_task(third)

    assert second.who() != awake
    first.may_end.set()


@pytest.mark.usefixtures("patient")
def test_one_phone_is_answered_again_and_again(several):
    phone = Request()
    for _ in range(50):
        several.add_task(phone)
        assert phone.who()


@pytest.mark.usefixtures("patient")
def test_one_thread_is_called_for_those_who_come_together(nobody):
    for _ in range(3):
        nobody.add_task(Request())
    nobody.hurry()

    assert nobody.queue_cv.rung == 1


def test_one_thread_more_is_called_each_time_they_have_waited(nobody, monkeypatch):
    now = 100.0
    monkeypatch.setattr(threads.time, "monotonic", lambda: now)
    nobody.add_task(Request())
    for _ in range(3):
        now += threads.PATIENCE_S * 1.5
        nobody.hurry()
        now += threads.PATIENCE_S * 0.5
        nobody.hurry()

    assert nobody.queue_cv.rung == 4


@pytest.fixture
def port(tmp_path):
    app, ended = Flask("bare"), threading.Event()
    app.add_url_rule("/long", "long", lambda: str(ended.wait(LONG_S)))
    app.add_url_rule("/end", "end", lambda: str(ended.set()))
    server = listen(app, Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0))
    server.adj.asyncore_loop_timeout = LONG_S * 2  # nobody else wakes the loop
    with running(server) as found:
        yield found


def asked(port, path):
    found = socket.create_connection(("127.0.0.1", port), timeout=LONG_S * 2)
    found.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
    return found


def answer(connection):
    with connection, connection.makefile() as said:
        return said.read().splitlines()[-1]


def test_a_short_answer_overtakes_a_long_one(port):
    long = asked(port, "/long")
    short = asked(port, "/end")

    assert answer(long) == "True"
    assert answer(short) == "None"


def test_where_the_kernel_cannot_help_waitress_hands_out_work(monkeypatch):
    monkeypatch.delattr(waiting.select, "epoll")

    assert waiting.threads_for(waiting.connections(alone()), 1) is None


def test_f12_no_thread_is_lost_to_an_answer_that_ends_it(tmp_path):
    app, together = Flask("bare"), threading.Barrier(AT_ONCE)
    app.add_url_rule("/last", "last", lambda: sys.exit("the last word"))
    app.add_url_rule("/all", "all", lambda: str(together.wait(LONG_S) < AT_ONCE))
    server = listen(app, Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0))
    with running(server) as port:
        cut_off = [asked(port, "/last") for _ in range(AT_ONCE + 1)]
        for each in cut_off:
            with each:
                assert each.recv(1000) == b""
        waiting_for_all = [asked(port, "/all") for _ in range(AT_ONCE)]
        answers = [answer(each) for each in waiting_for_all]

    assert answers == ["True"] * AT_ONCE

"""Who waits for a thread costs nobody anything, and is heard again afterwards."""

import threading
import time
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection

import pytest
from flask import Flask

from scorepad.commands.serving.channels import Channel
from scorepad.commands.serving.listening import listen
from scorepad.settings import Settings
from scorepad.store.connections import AT_ONCE
from tests.loopback import running

QUEUE = 60
TURNS = 100
PATIENCE_S = 20


@pytest.fixture
def asked(monkeypatch):
    """How often every connection was asked whether it wants to read."""
    asked, readable = Counter(), Channel.readable
    monkeypatch.setattr(
        Channel, "readable", lambda each: asked.update([each]) or readable(each)
    )
    return asked


def test_a_queue_is_not_asked_before_every_answer(tmp_path, asked):
    """It was: a hall that waited kept the processor busy until nobody was answered."""
    app, busy, over = Flask("bare"), threading.Semaphore(0), threading.Event()
    app.add_url_rule("/busy", "busy", lambda: busy.release() or str(over.wait(60)))
    app.add_url_rule("/", "here", lambda: "here")
    server = listen(app, Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0))
    with running(server) as port:
        occupied = [ask(port, "/busy") for _ in range(AT_ONCE)]
        for _ in occupied:
            assert busy.acquire(timeout=PATIENCE_S)
        queue = [ask(port, "/") for _ in range(QUEUE)]
        while len(server.task_dispatcher.queue) < QUEUE:
            time.sleep(0.01)
        meanwhile = asked_in_turns(server, asked)
        over.set()
        answers = [read(each) for each in (*occupied, *queue)]
        for each in queue:
            each.request("GET", "/")
        again = [read(each) for each in queue]
        for each in (*occupied, *queue):
            each.close()

    of_the_occupied = sum(times for _, times in meanwhile.most_common(AT_ONCE))
    assert of_the_occupied > AT_ONCE * TURNS / 2  # it did turn
    assert meanwhile.total() - of_the_occupied < QUEUE * TURNS / 10
    assert answers == ["True"] * AT_ONCE + ["here"] * QUEUE
    assert again == ["here"] * QUEUE


def asked_in_turns(server, asked):
    before = Counter(asked)
    for _ in range(TURNS):
        server.pull_trigger()
        time.sleep(0.005)
    return asked - before


def ask(port, path):
    phone = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    phone.request("GET", path)
    return phone


def read(phone):
    with closing(phone.getresponse()) as answer:
        return answer.read().decode()

"""F09, F10: requests that wait for an unavailable database are refused in time."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorepad.db.engine import NOT_FOR_EVER, engine_for
from scorepad.db.faults import FAULTS, is_passing
from tests.faults.lives import held, lives
from tests.faults.writers import Evening
from tests.support import postgresql

PHONES = 10
WAIT_MS, LONGEST_S = 800, 4
"""Requests wait for a shorter time than usual; other threads serve others meanwhile."""


def test_f10_more_writers_than_threads_are_told_in_time_and_readers_read(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("WAIT_MS", str(WAIT_MS))
    with lives(tmp_path, program="tests.faults.careless") as living:
        evening = Evening(living.server)
        with held(tmp_path / "scorepad.sqlite3"), ThreadPoolExecutor(PHONES) as phones:
            began = time.monotonic()
            saves = [phones.submit(save, evening, n) for n in range(1, PHONES + 1)]
            time.sleep(0.5)
            read, took = evening.get(), time.monotonic() - began
            statuses = [each.result().status for each in saves]
            lasted = time.monotonic() - began

        assert save(evening, 1).status == 201

    assert statuses == [503] * PHONES
    assert read.status == 200
    assert took < LONGEST_S
    assert lasted < 2 * LONGEST_S


def save(evening, number):
    body = {"bids": [0, 0, 1], "tricks": None}
    return evening.put(f"{evening.game}/rounds/{number}", body)


def test_f09_a_read_only_server_counts_as_unavailable(postgresql_folder):
    url = postgresql.url(postgresql_folder, "migrated")
    with engine_for(url) as engine, engine.connect() as connection:
        connection.execute(text("SET default_transaction_read_only = on"))
        connection.commit()
        with pytest.raises(FAULTS) as caught:
            connection.execute(text("DELETE FROM game"))

    assert is_passing(caught.value)


def test_f09_a_silent_server_counts_as_unavailable(monkeypatch):
    monkeypatch.setitem(NOT_FOR_EVER, "connect_timeout", 2)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = f"postgresql://pad@127.0.0.1:{silent.getsockname()[1]}/pad"
        giving_up = threading.Timer(30, silent.close)
        giving_up.start()
        began = time.monotonic()
        with engine_for(url) as engine, pytest.raises(OperationalError) as caught:
            engine.connect()
        giving_up.cancel()

    assert is_passing(caught.value)
    assert time.monotonic() - began < 20

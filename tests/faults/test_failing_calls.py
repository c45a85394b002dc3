"""F13: any single system call for the disk fails; the response is an error or true."""

import http.client
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults.lives import is_whole, lives
from tests.faults.writers import Evening, Writer, verdict
from tests.support.serving import wait_until

EACH_SAVE = {"pwrite64": 14, "pread64": 3, "fdatasync": 1}
"""The calls that SQLite makes for a save, and how many."""
IN_FULL = {"pwrite64": 100, "fdatasync": 100}
SAVES_IN_FULL = 4
MOST_SAVES = 120


def spoilt():
    """The first and the last call of each kind in a save; in the slow run several."""
    return [
        pytest.param(call, at, marks=[] if at in {1, last} else pytest.mark.slow)
        for call, last in EACH_SAVE.items()
        for at in range(1, IN_FULL.get(call, SAVES_IN_FULL * last) + 1)
    ]


@pytest.fixture(scope="module")
def living(tmp_path_factory):
    """A server with one thread: strace counts the calls of each thread separately."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THREADS", "1")
        patch.setenv("LATER_S", "0.1")
        folder = tmp_path_factory.mktemp("served")
        with lives(folder, program="tests.faults.careless") as living:
            wait_until(lambda: [*(folder / "backups").glob("*.zip")])  # the daily one
            time.sleep(0.5)  # until no other thread works any more
            yield living


@pytest.mark.parametrize(("call", "at"), spoilt())
def test_f13_a_single_failing_call_makes_no_false_saved(living, call, at, tmp_path):
    kind = PatientWriter if call == "pread64" else Writer
    writer = kind(Evening(living.server))
    writer.save()
    log = tmp_path / "calls"
    with failing(living.server.process.pid, call, at, log):
        save_until_it_fails(writer, log, living.instance / "scorepad.sqlite3")
        writer.save()
    writer.save()

    assert how_often_it_failed(log) == 1
    assert verdict([writer]) == []
    if call == "pwrite64" and at <= EACH_SAVE[call]:  # a look that fails is not minded
        assert writer.put_off
    assert is_whole(living.instance / "scorepad.sqlite3")


class PatientWriter(Writer):
    """Retries after any error: SQLite takes a failing disk for a damaged file."""

    def _send(self, *about):
        reply = super()._send(*about)
        if reply.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            raise http.client.HTTPException
        return reply


@contextmanager
def failing(pid, call, at, log):
    """Make the *at*-th *call* of this kind by a thread of the server fail.

    strace does not follow forks: it would stop the processes that print PDFs as well.
    """
    threads = [task.name for task in Path(f"/proc/{pid}/task").iterdir()]
    words = [f"trace={call}", f"inject={call}:error=EIO:when={at}"]
    spoiler = subprocess.Popen(
        ["strace", "-p", ",".join(threads), "-o", log]
        + [part for word in words for part in ("-e", word)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for _ in threads:
            said = spoiler.stderr.readline()
            assert "attached" in said or "No such process" in said  # ended meanwhile
        yield
    finally:
        spoiler.send_signal(signal.SIGINT)
        spoiler.communicate(timeout=60)
        time.sleep(0.05)


def save_until_it_fails(writer, log, database):
    for _ in range(MOST_SAVES):
        if how_often_it_failed(log):
            return
        write_beside_the_server(database)
        writer.save()
    raise AssertionError("no call has failed")


def write_beside_the_server(database):
    """Make the server read again: SQLite caches what no other connection changed."""
    with closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = version_num")


def how_often_it_failed(log):
    return log.read_text("utf-8").count("(INJECTED)") if log.exists() else 0

"""F13: any single call to the disk fails; the answer is an error or the truth."""

import http.client
import signal
import subprocess
import time
from contextlib import ExitStack, contextmanager
from functools import cache
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.faults.lives import is_whole, lives
from tests.faults.writers import Evening, Writer, verdict

EACH_SAVE = {
    "DELETE": {"pwrite64": 34, "fdatasync": 5, "pread64": 5, "openat": 3, "unlink": 1},
    "WAL": {"pwrite64": 14, "pread64": 3, "fdatasync": 1},
}
"""Which calls SQLite makes for a save, and how many."""
MINDED = {"pwrite64", "unlink"}
"""SQLite does not mind a folder that is not synced, nor we a look that fails."""
IN_FULL = {"pwrite64": 100, "fdatasync": 100}
SAVES_IN_FULL = 4
MOST_SAVES = 120


def spoilt():
    """The first and the last call of each kind in a save; in full, all of several."""
    return [
        pytest.param(journal, call, at, marks=marks_of(journal, at in {1, last}))
        for journal, calls in EACH_SAVE.items()
        for call, last in calls.items()
        for at in range(1, IN_FULL.get(call, SAVES_IN_FULL * last) + 1)
    ]


def marks_of(journal, is_short):
    if not is_short:
        return [pytest.mark.slow]
    return [pytest.mark.wide] if journal == "WAL" else []


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server for each journal, as soon as somebody asks for it."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("THREADS", "1")  # strace counts the calls of each thread by itself

        @cache
        def serving(journal):
            patch.setenv("JOURNAL", journal)
            folder = tmp_path_factory.mktemp(journal)
            program = "tests.faults.careless"
            return stack.enter_context(lives(folder, program=program))

        yield serving


@pytest.mark.parametrize(("journal", "call", "at"), spoilt())
def test_f13_a_single_failing_call_makes_no_false_saved(
    served, journal, call, at, tmp_path
):
    living = served(journal)
    kind = PatientWriter if call == "pread64" else Writer
    writer = kind(Evening(living.server))
    writer.save()
    log = tmp_path / "calls"
    with failing(living.server.process.pid, call, at, log):
        save_until_it_fails(writer, log)
        writer.save()
    writer.save()

    assert how_often_it_failed(log) == 1
    assert verdict([writer]) == []
    if call in MINDED and at <= EACH_SAVE[journal][call]:  # later it tidies up as well
        assert writer.put_off
    assert is_whole(living.instance / "scorepad.sqlite3")


class PatientWriter(Writer):
    """Asks again after any error: SQLite takes a disk that fails for a damaged file."""

    def _send(self, *about):
        reply = super()._send(*about)
        if reply.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            raise http.client.HTTPException
        return reply


@contextmanager
def failing(pid, call, at, log):
    """The *at*-th *call* of this kind by a thread of the server brings an error.

    strace does not follow forks: it would stop the programs that print PDFs as well.
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
        assert spoiler.stderr is not None
        for _ in threads:
            assert "attached" in spoiler.stderr.readline()
        yield
    finally:
        spoiler.send_signal(signal.SIGINT)
        spoiler.communicate(timeout=60)
        time.sleep(0.05)


def save_until_it_fails(writer, log):
    for _ in range(MOST_SAVES):
        if how_often_it_failed(log):
            return
        writer.save()
    raise AssertionError("no call has failed")


def how_often_it_failed(log):
    return log.read_text("utf-8").count("(INJECTED)") if log.exists() else 0

"""Several processes over one PostgreSQL are as right as one."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import postgresql
from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict, wait_for_saves, writing

WORKERS = 2
PHONES = 8


@pytest.fixture(scope="module")
def url(postgresql_folder):
    with postgresql.database(postgresql_folder) as url:
        yield url


def workers_of(process):
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(pid) for pid in children.read_text().split()]


@pytest.mark.parametrize(
    "saves", [5, pytest.param(100, marks=pytest.mark.slow)], ids=lambda n: f"{n} each"
)
def test_r13_eight_phones_on_two_workers_lose_nothing(tmp_path, url, saves):
    with lives(tmp_path, database_url=url, workers=str(WORKERS)) as living:
        evening = Evening(living.server)
        writers = [Writer(evening, number) for number in range(1, PHONES + 1)]
        with ThreadPoolExecutor(PHONES) as phones:
            list(phones.map(lambda each: [each.save() for _ in range(saves)], writers))
        found = verdict(writers)

    assert found == []
    assert sum(len(writer.saved) for writer in writers) == PHONES * saves
    assert sum(writer.put_off for writer in writers) == 0


def test_f01_one_worker_is_killed_and_another_takes_its_place(tmp_path, url):
    with lives(tmp_path, database_url=url, workers=str(WORKERS)) as living:
        process = living.server.process
        evening = Evening(living.server)
        writers = [Writer(evening, number) for number in range(1, PHONES + 1)]
        with writing(writers):
            wait_for_saves(writers, more=10)
            first, second = workers_of(process)
            os.kill(first, signal.SIGKILL)
            until(lambda: len(set(workers_of(process)) - {first}) == WORKERS)
            wait_for_saves(writers, more=10)
        found = verdict(writers)
        last = workers_of(process)

    assert found == []
    assert second in last
    assert not any(Path(f"/proc/{pid}").exists() for pid in last)


def until(is_so):
    waited = threading.Event()
    for _ in range(400):
        if is_so():
            return
        waited.wait(0.05)
    raise AssertionError("waited in vain")


def test_f11_workers_that_are_stopped_end_in_peace(tmp_path, url):
    with lives(tmp_path, database_url=url, workers=str(WORKERS)) as living:
        Writer(Evening(living.server)).save()
        assert living.end() == 0

    assert living.said == []


@pytest.mark.wide
def test_workers_end_with_the_one_that_started_them(tmp_path, url):
    with lives(tmp_path, database_url=url, workers=str(WORKERS)) as living:
        Evening(living.server)
        orphans = workers_of(living.server.process)
        living.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in orphans))

    assert len(orphans) == WORKERS

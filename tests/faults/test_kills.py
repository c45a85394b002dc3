"""F01: confirmed saves survive kill -9 at any moment.

This cannot show whether they had reached the disk: a killed process leaves its writes
to the system, a power cut does not (see test_power_cuts.py).
"""

import random
import time

import pytest

from tests.faults.lives import is_whole, lives
from tests.faults.writers import Evening, verdict, wait_for_saves, writers_of, writing

PHONES = 8
RARELY_MORE = 0.2


@pytest.mark.parametrize(
    "kills", [1, pytest.param(100, marks=pytest.mark.slow)], ids=lambda n: f"{n} kills"
)
def test_f01_what_was_said_to_be_saved_survives_kill_9(tmp_path, kills):
    with lives(tmp_path) as living:
        writers = writers_of(Evening(living.server), PHONES)
        whole = kill_often(living, writers, kills)
        found = verdict(writers)

    assert found == []
    assert whole == kills
    assert sum(len(writer.saved) for writer in writers) > kills * 10


def kill_often(living, writers, kills):
    """Kill the server under its writers; return how often its file was intact."""
    whole = 0
    with writing(writers):
        for _ in range(kills):
            if any(writer.surprises for writer in writers):
                break
            wait_for_saves(writers, more=20)
            time.sleep(random.uniform(0, RARELY_MORE))  # noqa: S311 - no secret
            living.kill()
            living.again()
            whole += is_whole(living.instance / "scorepad.sqlite3")
    return whole

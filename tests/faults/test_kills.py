"""F01: confirmed saves survive kill -9 at any moment.

This cannot show whether they had reached the disk: a killed process leaves its writes
to the system, a power cut does not (see test_power_cuts.py).
"""

import http.client
import random
import sqlite3
import threading
import time
from contextlib import closing

import pytest

from tests.faults.lives import is_whole, lives
from tests.faults.writers import Evening, verdict, wait_for_saves, writers_of, writing
from tests.support.director import Director
from tests.support.phone import Phone
from tests.support.serving import Browser

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


PLAYERS = [f"Player {number}" for number in range(1, 49)]  # a field whose draw is quick
TABLES = 12
TO_BEGIN = ("/draw", "/begin")


@pytest.mark.parametrize(
    "kills", [1, pytest.param(50, marks=pytest.mark.slow)], ids=lambda n: f"{n} kills"
)
def test_f01_a_game_of_a_tournament_begins_at_all_tables_or_at_none(tmp_path, kills):
    begun = 0
    with lives(tmp_path) as living, closing(Browser(living.server.port)) as browser:
        phone = Phone(browser)
        for _ in range(kills):
            director = Director(phone)
            assert director.enter(*PLAYERS).status_code == 303
            said = answers_until_killed(living, director)
            found = len(director.games())
            is_drawn = "Game 1</h2>" in director.page().text
            assert is_drawn or not said
            assert (
                found == TABLES if len(said) == len(TO_BEGIN) else found in {0, TABLES}
            )
            begun += found
            assert games_stored(living) == begun


def games_stored(living):
    with closing(sqlite3.connect(living.instance / "scorepad.sqlite3")) as stored:
        return stored.execute("SELECT count(*) FROM game").fetchone()[0]


def answers_until_killed(living, director):
    """Draw and begin a game, kill the server meanwhile; return what it confirmed."""
    said = []

    def direct():
        for path in TO_BEGIN:
            try:
                said.append(director.post(path, minutes=0).status_code)
            except (OSError, http.client.HTTPException):
                return

    directing = threading.Thread(target=direct)
    directing.start()
    time.sleep(random.uniform(0, 2 * RARELY_MORE))  # noqa: S311 - no secret
    living.kill()
    directing.join()
    director.phone.client.close()
    living.again()
    assert set(said) <= {303}
    return said

"""F09: the database stops in the middle of a game and comes back."""

import signal
import threading
import time
from contextlib import ExitStack

import pytest
from flask import request_finished
from sqlalchemy import Connection, text

from scorepad.db.engine import db
from tests.faults.lives import lives
from tests.faults.writers import (
    AWAY,
    Evening,
    verdict,
    wait_for_saves,
    writers_of,
    writing,
)
from tests.support import postgresql

CRASH, HANG_UP = signal.SIGQUIT, signal.SIGINT
PHONES = 4


@pytest.fixture
def cluster():
    with postgresql.cluster() as running:
        yield running


@pytest.mark.parametrize(
    "stops",
    [
        [CRASH, HANG_UP],
        pytest.param([CRASH] * 15 + [HANG_UP] * 10, marks=pytest.mark.slow),
    ],
    ids=lambda stops: f"{len(stops)} restarts",
)
def test_f09_postgresql_restarts_and_nothing_is_lost(tmp_path, cluster, stops):
    url = postgresql.url(cluster.folder, "postgres")
    with lives(tmp_path, database_url=url) as living:
        writers = writers_of(Evening(living.server), PHONES)
        statuses = set()
        with writing(writers), looking_on(writers[0].evening, statuses):
            for how in stops:
                restart(cluster, writers, how)
        found = verdict(writers)

    assert found == []
    assert statuses <= {200, 503}


def restart(cluster, writers, how):
    wait_for_saves(writers, more=8)
    cluster.stop(how)
    time.sleep(AWAY)
    cluster.start()
    wait_for_saves(writers, more=8)


def looking_on(evening, statuses):
    """A spectator of the game; *statuses* collects the responses."""
    ended = threading.Event()

    def look():
        while not ended.wait(AWAY):
            statuses.add(evening.get().status)

    onlooker = threading.Thread(target=look)
    onlooker.start()
    stack = ExitStack()
    stack.callback(onlooker.join)
    stack.callback(ended.set)
    return stack


def test_f09_a_phone_that_tries_again_where_the_server_hung_up_saves_once(
    either_phone, monkeypatch
):
    """Right before the commit, when nobody knows whether it will happen."""
    game = either_phone.start_game()
    hung_up = []
    commit = Connection.commit

    def hang_up_and_commit(connection):
        if not hung_up and connection.dialect.name == "postgresql":
            hung_up.append(connection.scalar(text("SELECT pg_backend_pid()")))
            end_backend(hung_up[0])
        commit(connection)

    monkeypatch.setattr(Connection, "commit", hang_up_and_commit)

    tries = [
        either_phone.save_round(game, 1, [1, 0, 0, 0], key="k" * 32).status_code
        for _ in range(2)
    ]

    assert tries == [503 if hung_up else 201, 201]
    assert either_phone.get_game(game).json["rounds"][0]["revision"] == 1


def test_f09_a_server_that_hangs_up_after_an_answer_keeps_it(either_app, either_phone):
    """The session of the request is not closed yet when its response is sent."""
    game = either_phone.start_game()
    hung_up = []

    def hang_up(_app, **_about):
        if db.engine.dialect.name == "postgresql" and not hung_up:
            hung_up.append(db.session.scalar(text("SELECT pg_backend_pid()")))
            end_backend(hung_up[0])

    with request_finished.connected_to(hang_up, either_app):
        assert either_phone.get_game(game).status_code == 200

    assert either_phone.get_game(game).status_code == 200


def end_backend(pid):
    with db.engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

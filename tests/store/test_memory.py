"""What is remembered of a database holds exactly as long as it is true."""

import errno
import os
import sqlite3
from contextlib import closing
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from scorepad.store import memory
from scorepad.store.db import db, write_transaction
from scorepad.store.memory import has_moved_on, memory_of

MINE, OTHER = UUID(int=1), UUID(int=2)


class Looks:
    """Counts how often somebody had to look."""

    def __init__(self, session):
        self.memory = memory_of(session)
        self.made = 0

    def __call__(self, name="who", game=None):
        before = self.made
        self.memory.find(name, self._look, game=game)
        return self.made > before

    def _look(self):
        self.made += 1
        return self.made


@pytest.fixture
def embedded(app, phone):
    phone.start_game()
    with app.app_context():
        yield db.session()


def write(session, statement="UPDATE game SET revision = revision + 1", *, game=None):
    with write_transaction(session):
        for each in statement.split("; "):
            session.execute(text(each))
        if game is not None:
            has_moved_on(session, game)
        session.commit()


def write_outside(session):
    """As another process does."""
    path = session.get_bind().url.database
    with closing(sqlite3.connect(path, timeout=5)) as other, other:
        other.execute("UPDATE group_ SET name = name")
        other.execute(
            "INSERT INTO device (token_sha256, created_at) VALUES (?, '2026-11-22')",
            (uuid4().hex * 2,),
        )


def test_what_nobody_wrote_is_not_read_again(embedded):
    looks = Looks(embedded)

    assert looks()
    assert not looks()
    assert looks("what")
    assert not looks()


def test_what_is_not_there_is_looked_for_again(embedded):
    found = iter([None, "now"])
    memory = memory_of(embedded)

    assert memory.find("who", lambda: next(found)) is None
    assert memory.find("who", lambda: next(found)) == "now"


def test_a_game_that_moves_on_is_read_again_and_nothing_else(embedded):
    looks = Looks(embedded)
    looks()
    looks("mine", MINE)
    looks("other", OTHER)

    write(embedded, game=MINE)

    assert looks("mine", MINE)
    assert not looks("other", OTHER)
    assert not looks()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE device SET kind = 'phone'",
        "UPDATE game SET revision = 9; DELETE FROM game WHERE id = 0",
        "WITH one AS (SELECT 1) UPDATE game SET revision = revision + 1",
    ],
)
def test_any_other_write_lets_everything_be_read_again(embedded, statement):
    looks = Looks(embedded)
    looks()
    looks("other", OTHER)

    write(embedded, statement, game=MINE)

    assert looks()
    assert looks("other", OTHER)


def test_what_another_process_wrote_is_noticed(embedded):
    looks = Looks(embedded)
    looks()

    write_outside(embedded)

    assert looks()
    assert not looks()


@pytest.mark.parametrize("ended", ["commit", "rollback"])
def test_another_process_right_after_ones_own_write_is_noticed(embedded, ended):
    looks = Looks(embedded)
    looks()

    with write_transaction(embedded):
        embedded.execute(text("UPDATE game SET revision = revision + 1"))
        getattr(embedded, ended)()
        write_outside(embedded)

    assert looks()


def test_until_a_commit_is_told_what_was_before_still_holds(embedded):
    looks = Looks(embedded)
    looks("mine", MINE)

    with write_transaction(embedded):
        embedded.execute(text("UPDATE game SET revision = revision + 1"))
        has_moved_on(embedded, MINE)
        embedded.commit()
        assert not looks("mine", MINE)
        assert looks("mine, too", MINE)

    assert looks("mine", MINE)
    assert looks("mine, too", MINE)


def test_a_log_beside_the_file_would_not_tell_so_nothing_is_remembered(embedded):
    embedded.rollback()
    db.engine.dispose()
    path = embedded.get_bind().url.database
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        looks = Looks(embedded)
        looks()

        assert looks()


def test_a_database_of_a_server_may_change_unseen(session):
    looks = Looks(session)
    looks()

    assert looks() == (session.get_bind().dialect.name == "postgresql")


def test_who_writes_sees_it_and_what_is_undone_is_not_remembered(embedded):
    name = text("SELECT name FROM player WHERE id = 1")
    memory = memory_of(embedded)

    def found():
        return memory.find("name", lambda: embedded.scalar(name))

    before = found()
    with write_transaction(embedded):
        embedded.execute(text("UPDATE player SET name = 'Zoë' WHERE id = 1"))
        assert found() == "Zoë"
        embedded.rollback()

    assert found() == before


def test_f13_where_the_file_cannot_be_read_nothing_is_remembered(embedded, monkeypatch):
    looks = Looks(embedded)
    looks()

    def fail(*_about):
        raise OSError(errno.EIO, "the disk")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pread", fail)
        write(embedded, "UPDATE group_ SET name = 'other'")
        assert looks()
        assert looks()

    assert looks()
    assert not looks()


def test_l06_what_is_remembered_does_not_grow_without_end(embedded, monkeypatch):
    monkeypatch.setattr(memory, "MOST_REMEMBERED", 3)
    looks = Looks(embedded)
    for name in range(3):
        assert looks(name)
    assert not looks(0)

    assert looks(3)
    assert looks(0)

"""F07: an upgrade that fails at any of its statements leaves everything unchanged."""

import pytest
from sqlalchemy import event, text

from scorepad.cli import main
from scorepad.db import engine as store
from scorepad.db import schema
from tests.support.newer_schema import NEWER, OLDER, become_newer, step_back
from tests.support.wide import first_of

KINDS = ["sqlite", "postgresql"]
WRITTEN = [
    "SELECT id, name FROM player ORDER BY id",
    "SELECT id, uuid, schedule, played_on, finished_at FROM game ORDER BY id",
    "SELECT game_id, number, body FROM round_ ORDER BY game_id, number",
    "SELECT body FROM revision ORDER BY id",
]
"""Queries that work in both versions."""


class BrokenError(Exception):
    pass


@pytest.fixture
def engine_of(database_url, monkeypatch):
    """Engines of upgrades, whose statements are counted and interrupted at one."""
    statements = []
    breaks_at = []
    prepare = store.prepare_engine

    def prepared(engine):
        prepare(engine)

        @event.listens_for(engine, "before_cursor_execute")
        def count(_connection, _cursor, statement, *_more):
            statements.append(statement)
            if breaks_at and len(statements) == breaks_at[0]:
                raise BrokenError

    monkeypatch.setattr(store, "prepare_engine", prepared)
    return statements, breaks_at


@pytest.fixture
def with_games(database_url, tmp_path, monkeypatch):
    words = ["--games", "2", "--instance", str(tmp_path), "--database-url"]
    assert main(["demo", *words, database_url]) == 0
    become_newer(monkeypatch, tmp_path)
    return database_url


def found_in(url):
    with store.engine_for(url, prepared=False) as engine, engine.connect() as there:
        written = [there.execute(text(each)).all() for each in WRITTEN]
        return schema.version_of(there), written


@pytest.mark.parametrize("database_url", first_of(KINDS), indirect=True)
def test_f07_an_upgrade_that_breaks_leaves_everything_as_it_was(with_games, engine_of):
    statements, breaks_at = engine_of
    before = found_in(with_games)
    assert before[0] == OLDER
    assert all(before[1])
    schema.upgrade(with_games)
    whole = len(statements)
    assert whole > 5
    step_back(with_games)

    for number in range(2, whole):
        statements.clear()
        breaks_at[:] = [number]
        with pytest.raises(BrokenError):
            schema.upgrade(with_games)
        assert found_in(with_games) == before

    breaks_at.clear()
    schema.upgrade(with_games)
    assert found_in(with_games) == (NEWER, before[1])

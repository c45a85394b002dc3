"""F07: an upgrade that breaks at any of its statements leaves everything as it was."""

import pytest
from sqlalchemy import create_engine, event, text

from scorepad.store import db as store
from scorepad.store import schema

FIRST = "0001"


class BrokenError(Exception):
    pass


@pytest.fixture
def engine_of(database_url, monkeypatch):
    """Engines of upgrades, whose statements are counted and broken off at one."""
    statements = []
    breaks_at = []
    prepare = schema.prepare_engine

    def prepared(engine):
        prepare(engine)

        @event.listens_for(engine, "before_cursor_execute")
        def count(_connection, _cursor, statement, *_more):
            statements.append(statement)
            if breaks_at and len(statements) == breaks_at[0]:
                raise BrokenError

    monkeypatch.setattr(schema, "prepare_engine", prepared)
    return statements, breaks_at


def version_of(url):
    engine = create_engine(store.driver_url(url))
    try:
        with engine.connect() as connection:
            tables = connection.execute(text("SELECT count(*) FROM game")).scalar()
        return schema.version_of(engine), tables
    finally:
        engine.dispose()


@pytest.mark.parametrize(
    "step", [40, pytest.param(1, marks=pytest.mark.slow)], ids=lambda n: f"each {n}th"
)
def test_f07_an_upgrade_that_breaks_leaves_everything_as_it_was(
    database_url, engine_of, step
):
    statements, breaks_at = engine_of
    schema.upgrade(database_url, to=FIRST)
    assert version_of(database_url) == (FIRST, 0)
    statements.clear()
    schema.upgrade(database_url)
    whole = len(statements)
    schema.upgrade(database_url, to=FIRST)

    for number in range(2, whole, step):
        statements.clear()
        breaks_at[:] = [number]
        with pytest.raises(BrokenError):
            schema.upgrade(database_url)
        assert version_of(database_url) == (FIRST, 0)

    breaks_at.clear()
    schema.upgrade(database_url)
    assert version_of(database_url) == (schema.newest_version(), 0)
    assert whole > 100

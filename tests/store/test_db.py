"""How connections and transactions begin, and what the schema promises."""

import ast
import itertools
import sqlite3
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock, call
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorepad.app import create_app
from scorepad.services.seasons.results import measure_tables
from scorepad.settings import Settings
from scorepad.store import connections, schema
from scorepad.store import db as store
from scorepad.store.connections import driver_url, journal_mode_for, prepare_engine
from scorepad.store.db import COURTEOUS_S, Base, connection_of, db, write_transaction
from scorepad.store.tables import Revision, SetAside
from tests.statements import statements

PACKAGE = Path(schema.__file__).parent.parent


@pytest.mark.parametrize(
    ("version", "journal"),
    [
        ((3, 40, 1), "DELETE"),
        ((3, 44, 5), "DELETE"),
        ((3, 44, 6), "WAL"),
        ((3, 45, 0), "DELETE"),
        ((3, 50, 6), "DELETE"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 2), "DELETE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
        ((4, 0, 0), "WAL"),
    ],
)
def test_the_write_ahead_log_is_used_only_where_it_is_safe(version, journal):
    assert journal_mode_for(version) == journal


def test_every_connection_has_the_safe_settings(migrated_sqlite, tmp_path):
    url = f"sqlite:///{migrated_sqlite}"
    app = create_app(Settings(instance=tmp_path, database_url=url))
    with app.app_context(), db.engine.connect() as connection:

        def pragma(name: str) -> object:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

        journal = journal_mode_for(sqlite3.sqlite_version_info)
        full, extra = 2, 3
        assert pragma("synchronous") == (full if journal == "WAL" else extra)
        assert pragma("foreign_keys") == 1
        assert pragma("trusted_schema") == 0
        assert pragma("secure_delete") == 1
        assert pragma("busy_timeout") == 5000
        assert pragma("journal_mode") == journal.lower()


def test_plain_postgresql_means_psycopg_3():
    assert driver_url("postgresql://u:p@h/d") == "postgresql+psycopg://u:p@h/d"


def test_writes_begin_immediately_and_reads_do_not(app):
    with app.app_context(), statements() as said:
        session = db.session()
        session.execute(text("SELECT 1"))
        with write_transaction(session):
            session.execute(text("SELECT 2"))

    assert [each for each in said if each.startswith("BEGIN")] == [
        "BEGIN",
        "BEGIN IMMEDIATE",
    ]


@pytest.fixture
def turns(session, monkeypatch):
    session.connection()
    turns = Mock()
    for room in (store, connections):
        monkeypatch.setattr(room, "TURNS", turns)
    return turns


def is_embedded(session):
    return session.get_bind().dialect.name == "sqlite"


def test_a_turn_is_told_of_its_commit_before_it_waits_for_the_disk(session, turns):
    patience = 5 if is_embedded(session) else COURTEOUS_S

    with write_transaction(session):
        session.execute(text("SELECT 1"))
        assert turns.mock_calls == [call.take(patience)]
        session.commit()
        assert turns.mock_calls[1:] == [call.reach_disk()]

    assert turns.mock_calls[2:] == [call.end()]


def test_who_waited_long_for_a_turn_writes_at_a_server_anyway(session, turns):
    turns.take.return_value = False

    refusal = pytest.raises(PoolTimeoutError) if is_embedded(session) else nullcontext()
    with refusal, write_transaction(session):
        session.execute(text("SELECT 1"))
        session.commit()

    assert call.end() not in turns.mock_calls


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_who_waited_for_a_turn_waits_for_other_processes_the_less(
    session, turns, monkeypatch
):
    """A server has a time of its own for locks."""
    now = itertools.chain([100.0, 103.0], itertools.repeat(103.0))
    monkeypatch.setattr(store.time, "monotonic", lambda: next(now))

    with write_transaction(session):
        assert session.scalar(text("PRAGMA busy_timeout")) == 2000
    turns.take.assert_called_once()
    assert session.scalar(text("PRAGMA busy_timeout")) == 5000


SETTINGS = {
    "journal_mode": "delete",
    "synchronous": 3,
    "busy_timeout": 5000,
    "foreign_keys": 1,
    "trusted_schema": 0,
    "secure_delete": 1,
}


def test_what_sqlite_does_not_set_is_not_gone_on_with():
    engine = create_engine("sqlite://", connect_args={"factory": Deaf})
    prepare_engine(engine)

    with pytest.raises(OperationalError, match="synchronous stays at 2, expected 3"):
        engine.connect()


class Deaf(sqlite3.Connection):
    """Sets everything but how it writes."""

    def execute(self, statement):
        return super().execute(statement.replace("synchronous=", "user_version="))


def test_where_the_log_is_refused_the_journal_is_written_safely(monkeypatch, tmp_path):
    """Some file systems share no memory; SQLite then says it kept the journal."""
    monkeypatch.setattr(connections, "journal_mode_for", lambda _version: "WAL")
    file = f"file:{tmp_path / 'pad.sqlite3'}?vfs=unix-dotfile&uri=true"
    engine = create_engine(f"sqlite:///{file}")
    prepare_engine(engine)

    with engine.connect() as connection:
        found = {name: connection.scalar(text(f"PRAGMA {name}")) for name in SETTINGS}
    engine.dispose()
    assert found == SETTINGS


def test_a_turn_ends_also_where_the_database_hangs_up_at_its_end(session, turns):
    with pytest.raises(ConnectionResetError), write_transaction(session):
        session.rollback = Mock(side_effect=ConnectionResetError)

    assert turns.mock_calls[-1] == call.end()
    del session.rollback


def test_a_write_that_is_not_committed_leaves_nothing(session):
    with write_transaction(session):
        session.execute(text("DELETE FROM alembic_version"))

    assert session.scalar(text("SELECT count(*) FROM alembic_version")) == 1


def test_what_is_written_outside_of_a_write_is_not_kept(session):
    session.execute(text("DELETE FROM alembic_version"))
    session.rollback()

    assert session.scalar(text("SELECT count(*) FROM alembic_version")) == 1


def test_postgresql_keeps_what_is_asked_again_and_again_prepared(session):
    if session.get_bind().dialect.name != "postgresql":
        return
    with write_transaction(session):
        session.execute(text("UPDATE alembic_version SET version_num = version_num"))
        session.commit()
    for _ in range(10):
        session.scalar(text("SELECT 41 + 1"))
        session.rollback()

    prepared = text("SELECT statement FROM pg_prepared_statements")
    assert "SELECT 41 + 1" in session.scalars(prepared).all()


def test_a_connection_that_ended_with_its_commit_is_not_used_again(session):
    with write_transaction(session):
        within = connection_of(session)
        is_known = within is connection_of(session)
        session.commit()
        after = connection_of(session)

    assert is_known
    assert after is not within
    assert connection_of(session).scalar(text("SELECT 1")) == 1


def test_the_migrations_make_the_tables_of_the_models(session):
    context = MigrationContext.configure(
        session.connection(), opts={"compare_type": True}
    )

    assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE revision SET body = ''",
        "DELETE FROM revision",
        "UPDATE set_aside SET body = ''",
        "DELETE FROM set_aside",
    ],
)
def test_history_cannot_be_rewritten(either_app, either_phone, statement):
    game = either_phone.start_game()
    either_phone.save_round(game, 1, [1, 0, 0, 0])
    lost = f"{either_phone.game_path(game)}/history/{uuid4()}"
    either_phone.put(lost, either_phone.game_body(), seen=None)
    with either_app.app_context():
        session = db.session()
        with pytest.raises(DBAPIError, match="append only"):
            session.execute(text(statement))
        session.rollback()
        assert len(session.query(Revision).all()) == 2
        assert len(session.query(SetAside).all()) == 1


def test_going_down_leaves_an_empty_database(database_url):
    schema.upgrade(database_url, to="base")

    engine = create_engine(driver_url(database_url))
    prepare_engine(engine)
    assert schema.version_of(engine) is None
    engine.dispose()
    schema.upgrade(database_url)


@pytest.mark.parametrize(
    ("version", "says"), [(None, "scorepad serve"), ("9999", "newer")]
)
def test_a_database_of_another_version_is_not_served(session, version, says):
    with write_transaction(session):
        session.execute(text("DELETE FROM alembic_version"))
        if version:
            session.execute(
                text("INSERT INTO alembic_version VALUES (:version)"),
                {"version": version},
            )
        session.commit()

    with pytest.raises(schema.SchemaMismatchError, match=says):
        schema.check_version(db.engine)


def test_postgresql_knows_how_large_its_tables_are_after_a_rebuild(session):
    measure_tables(session)

    if session.get_bind().dialect.name == "postgresql":
        known = text("SELECT reltuples FROM pg_class WHERE relname = 'game'")
        assert session.scalar(known) == 0  # -1 as long as nobody has looked


def calls(method: str) -> set[str]:
    """The modules that call a method of this name."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == method
            ):
                found.add(path.relative_to(PACKAGE).as_posix())
    return found


def test_only_services_commit():
    # A new connection's settings are committed at once.
    committing = calls("commit") - {"store/connections.py"}

    assert committing
    assert all(path.startswith("services/") for path in committing), committing

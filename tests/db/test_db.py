"""How connections and transactions begin, and what the schema guarantees."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorepad.app import create_app
from scorepad.db import engine as store
from scorepad.db import schema
from scorepad.db.engine import Base, db, write_transaction
from scorepad.settings import Settings

SAFE = {"journal_mode": "wal", "wal_autocheckpoint": 0, "busy_timeout": 5000}
SAFE |= {"foreign_keys": 1, "trusted_schema": 0, "secure_delete": 1}
SAFE |= {"synchronous": 3}  # EXTRA: a commit waits for the disk


def test_every_connection_has_the_safe_settings(migrated_sqlite, tmp_path):
    url = f"sqlite:///{migrated_sqlite}"
    app = create_app(Settings(instance=tmp_path, database_url=url))
    with app.app_context(), db.engine.connect() as connection:

        def pragma(name):
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

        assert {name: pragma(name) for name in SAFE} == SAFE


@pytest.fixture
def checkpoints(monkeypatch):
    """Records whether the write lock was held at each checkpoint."""
    found, checkpoint = [], store.checkpoint

    def note(engine, **how):
        found.append(store.WRITE_LOCK.locked())
        checkpoint(engine, **how)

    monkeypatch.setattr(store, "checkpoint", note)
    monkeypatch.setattr(store, "CHECKPOINT_EVERY", 2)
    return found


def write(session):
    with write_transaction(session):
        session.execute(text("UPDATE alembic_version SET version_num = version_num"))


def test_f08_a_reader_who_takes_long_does_not_hold_up_a_checkpoint(app, checkpoints):
    with app.app_context(), db.engine.connect() as reader:
        reader.execute(text("SELECT 1 FROM game")).all()
        began = time.monotonic()
        for _ in range(2):
            write(db.session())

    assert checkpoints == [True]
    assert time.monotonic() - began < 5


def test_a_checkpoint_that_fails_does_not_fail_the_save(app, monkeypatch):
    def fail(_engine):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(store, "checkpoint", fail)
    monkeypatch.setattr(store, "CHECKPOINT_EVERY", 1)
    with app.app_context():
        write(db.session())


@pytest.mark.parametrize("how", ["moved", "replaced"])
def test_f08_nothing_is_saved_into_a_file_that_is_not_there_any_more(app, how):
    with app.app_context():
        write(db.session())
        file = Path(db.engine.url.database)
        away = file.rename(f"{file}.away")
        if how == "replaced":
            file.write_bytes(away.read_bytes())
        with pytest.raises(OperationalError, match="moved or deleted"):
            write(db.session())
        away.rename(file)
        write(db.session())


def test_the_lock_is_free_also_where_the_database_hangs_up_at_its_end(session):
    with pytest.raises(ConnectionResetError), write_transaction(session):
        session.rollback = Mock(side_effect=ConnectionResetError)

    assert not store.WRITE_LOCK.locked()
    del session.rollback


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_schemas_before_1_0_are_upgraded_to_that_of_the_models(
    steps, tmp_path, migrated_sqlite
):
    files = sorted(Path(__file__).parent.glob("schema_*.sql"))
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        for file in files[:steps]:
            connection.executescript(file.read_text("utf-8"))
        (version,) = connection.execute("SELECT * FROM alembic_version").fetchone()
    assert version == f"000{steps}"

    schema.upgrade(f"sqlite:///{tmp_path / 'old'}")

    rules = "SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'index')"
    found = []
    for file in (tmp_path / "old", migrated_sqlite):
        with schema.engine_for(f"sqlite:///{file}") as engine, engine.connect() as here:
            context = MigrationContext.configure(here, opts={"compare_type": True})
            assert compare_metadata(context, Base.metadata) == []
            found.append({*here.scalars(text(rules))})
    assert found[0] == found[1]


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

    with pytest.raises(schema.SchemaMismatchError, match=says):
        schema.check_version(schema.version_of(session.connection()))

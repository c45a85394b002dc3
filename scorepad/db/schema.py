"""The schema version, and the random id by which phones notice another database.

A backup has no id, so a restored database gets a new one at the next start: its
revisions repeat numbers that phones know already.
"""

import secrets
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, inspect, select, text

from scorepad.db.engine import Base, engine_for, insert_of, write_begin
from scorepad.db.tables import DatabaseId


def find_database_id(engine: Engine) -> str | None:
    """Return the database id, or ``None`` after a restore before the first start."""
    with engine.connect() as connection:
        return connection.scalar(select(DatabaseId.id))


def give_database_id(connection: Connection) -> None:
    """Give the database a random id, unless it has one."""
    new = {"number": 1, "id": secrets.token_hex(8)}
    insert = insert_of(connection.dialect.name)(DatabaseId).values(**new)
    connection.execute(insert.on_conflict_do_nothing())


VERSION_TABLE = "alembic_version"

MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 0x5C02E9AF  # the PostgreSQL advisory lock of an upgrade

BEFORE_1_0: Final = ("0001", "0002", "0003")
"""Schema versions before 1.0.0, which the first migration upgrades."""


class SchemaMismatchError(RuntimeError):
    """Database and program have different schema versions."""


def known_versions() -> list[str]:
    """Return all schema versions that this program knows, newest last."""
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return [*BEFORE_1_0, *sorted(file.stem.partition("_")[0] for file in files)]


def newest_version() -> str:
    """Return the schema version of this program."""
    return known_versions()[-1]


def version_of(connection: Connection) -> str | None:
    """Return the schema version of a database, ``None`` if it is empty."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def check_version(found: str | None) -> None:
    """Raise SchemaMismatchError if a database has another schema version."""
    wanted = newest_version()
    if found == wanted:
        return
    check_known(found)
    raise SchemaMismatchError(
        f"The database is at schema {found or 'none'} and Scorepad needs {wanted}:"
        " run 'scorepad serve', which backs it up and upgrades it."
    )


def check_known(version: str | None) -> None:
    """Raise SchemaMismatchError if a newer Scorepad wrote this schema *version*."""
    if version is not None and version not in known_versions():
        raise SchemaMismatchError(
            f"The database is at schema {version}, newer than this Scorepad"
            f" ({newest_version()}): start the newer Scorepad, or restore the backup"
            " made before its upgrade."
        )


_REFUSAL: Final = "revisions are append only"
_IS_DELETED: Final = (
    "EXISTS (SELECT 1 FROM game g JOIN group_ p ON p.id = g.group_id"
    " WHERE g.id = OLD.game_id"
    " AND (g.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL))"
)
"""Whether the game of a history's row, or its group, is deleted."""

_BEFORE_DELETE: Final = "CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision"
_ABORT: Final = f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
_RAISE: Final = f"RAISE EXCEPTION '{_REFUSAL}';"
_IF_KEPT: Final = f"IF NOT {_IS_DELETED} THEN {_RAISE} END IF; RETURN OLD;"
_FUNCTION: Final = "RETURNS trigger LANGUAGE plpgsql AS"
_ON_CHANGE: Final = "revision_append_only BEFORE UPDATE OR TRUNCATE ON revision"

TRIGGERS: Final = {
    "sqlite": (
        f"CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision {_ABORT}",
        f"{_BEFORE_DELETE} WHEN NOT {_IS_DELETED} {_ABORT}",
    ),
    "postgresql": (
        f"CREATE FUNCTION refuse_change() {_FUNCTION} $$ BEGIN {_RAISE} END $$",
        f"CREATE FUNCTION refuse_loss() {_FUNCTION} $$ BEGIN {_IF_KEPT} END $$",
        f"CREATE TRIGGER {_ON_CHANGE} EXECUTE FUNCTION refuse_change()",
        f"{_BEFORE_DELETE} FOR EACH ROW EXECUTE FUNCTION refuse_loss()",
    ),
}
"""What keeps histories append-only."""


def _create_tables(connection: Connection) -> None:
    indexes = [each for table in Base.metadata.sorted_tables for each in table.indexes]
    for each in indexes:  # here, because it loads PostgreSQL's dialect
        partly = each.dialect_options["sqlite"]["where"]
        each.dialect_options["postgresql"]["where"] = partly
    Base.metadata.create_all(connection, checkfirst=False)
    # Of indexes that look equal, SQLite takes the newest one.
    running = next(each for each in indexes if each.name == "ix_game_running")
    running.drop(connection)
    running.create(connection)
    for statement in TRIGGERS[connection.dialect.name]:
        connection.execute(text(statement))


def upgrade(url: str) -> None:
    """Create or upgrade the tables, in one transaction; a newer schema is an error."""
    from alembic import command  # noqa: PLC0415 - it loads slowly
    from alembic.config import Config  # noqa: PLC0415 - it loads slowly

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine_for(url) as engine, write_begin(), engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Copies of the server that share a database must not do it together.
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
        config.attributes["connection"] = connection
        found = version_of(connection)
        check_known(found)
        if found is None:
            _create_tables(connection)
            give_database_id(connection)
            command.stamp(config, "head")
        elif found != newest_version():
            if found in BEFORE_1_0:  # Alembic knows no migration of that name
                command.stamp(config, "base", purge=True)
            command.upgrade(config, "head")

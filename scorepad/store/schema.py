"""The version of the schema: compare it, upgrade it, copy the database before."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import make_url

from scorepad.store.db import WRITES, driver_url, engine_options, prepare_engine

MIGRATIONS = Path(__file__).parent / "migrations"


class SchemaMismatchError(RuntimeError):
    """The database and this program are of different versions."""


def newest_version() -> str:
    """Tell the schema version that this program works with."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise SchemaMismatchError("No migrations found beside the program.")
    return head


def version_of(engine: Engine) -> str | None:
    """Tell the schema version of a database; ``None`` for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check_version(engine: Engine) -> None:
    """Compare versions.

    :raises SchemaMismatchError: the database is older or newer than this program.
    """
    found, wanted = version_of(engine), newest_version()
    if found == wanted:
        return
    if found is None or _is_known(found):
        raise SchemaMismatchError(
            f"The database is at schema {found or 'none'} and Scorepad needs {wanted}:"
            " run 'scorepad serve', which copies and upgrades it."
        )
    raise SchemaMismatchError(
        f"The database is at schema {found}, newer than this Scorepad ({wanted}):"
        " start the newer Scorepad, or restore the copy made before its upgrade."
    )


def upgrade(url: str, *, copies: Path | None = None, to: str = "head") -> Path | None:
    """Bring the database at *url* to the newest schema, all steps or none.

    An embedded database that already holds tables is first copied into *copies*;
    the path of that copy is returned.

    :raises SchemaMismatchError: the database is newer than this program.
    """
    engine = create_engine(driver_url(url), **engine_options(url))
    prepare_engine(engine)
    try:
        found = version_of(engine)
        if found == newest_version() and to == "head":
            return None
        if found is not None and not _is_known(found):
            check_version(engine)
        copy = _copy_of(url, found, copies) if found and copies else None
        _run(engine, to)
        return copy
    finally:
        engine.dispose()


def _run(engine: Engine, to: str) -> None:
    config = _config()
    with engine.connect() as plain:
        connection = plain.execution_options(**{WRITES: True})
        with connection.begin():
            config.attributes["connection"] = connection
            if to == "head":
                command.upgrade(config, to)
            else:
                command.downgrade(config, to)


def _copy_of(url: str, found: str, copies: Path) -> Path | None:
    database = make_url(url).database
    if not url.startswith("sqlite") or not database:
        return None
    copies.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    copy = copies / f"before-upgrade-from-{found}-{stamp}.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    copy.chmod(0o600)
    return copy


def _is_known(version: str) -> bool:
    script = ScriptDirectory.from_config(_config())
    return any(step.revision == version for step in script.walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config

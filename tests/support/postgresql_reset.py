"""PostgreSQL databases that are emptied and reused between tests.

Creating and dropping one takes two hundred times as long as deleting a few rows.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Identifier

from tests.support import postgresql

_NUMBERS = itertools.count(1)
_EVERYBODY_ELSE = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
SHAPE = """
SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
    SELECT concat(attrelid, attname, atttypid, attnotnull, attisdropped) AS part
    FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat(conrelid, conname, convalidated) FROM pg_constraint
    UNION ALL SELECT concat(tgrelid, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat(oid, prosrc) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT extname::text FROM pg_extension
    UNION ALL SELECT concat(setdatabase, setconfig) FROM pg_db_role_setting
    UNION ALL SELECT version_num FROM alembic_version
) AS parts"""
_TABLES = """
SELECT tablename FROM pg_tables
WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'database_id')"""
_COUNT_ANEW = """
SELECT setval(oid, 1, false) FROM pg_class
WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"""


class Emptied:
    """Lends copies of the database ``migrated`` of a server, one at a time.

    Each has a name of its own. One whose schema was changed, even by a trigger, is not
    lent again.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._spare: str | None = None
        with self._into("migrated") as connection:
            self._tables = [name for (name,) in connection.execute(_TABLES)]

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Yield the URL of an empty database with the newest schema."""
        name = f"lent{next(_NUMBERS)}"
        if self._spare:
            self._run(f"ALTER DATABASE {self._spare} RENAME TO {name}")
        else:
            # Copying files is cheaper than writing every page to the log.
            self._run(f"CREATE DATABASE {name} TEMPLATE migrated STRATEGY FILE_COPY")
        self._spare = None
        before = self._shape(name)
        try:
            yield postgresql.url(self._folder, name)
        finally:
            self._take_back(name, before)

    def _take_back(self, name: str, before: str) -> None:
        if self._shape(name) == before:
            self._empty(name)
            self._spare = name
        else:
            self._run(f"DROP DATABASE {name} WITH (FORCE)")

    def _shape(self, name: str) -> str:
        try:
            with self._into(name) as connection:
                return str(connection.execute(SHAPE).fetchone())
        except psycopg.Error as error:
            return f"no database any more: {error}"

    def _empty(self, name: str) -> None:
        with self._into(name) as connection:
            connection.execute(_EVERYBODY_ELSE)
            connection.execute("SET session_replication_role = replica")
            for table in self._tables:
                connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))
            connection.execute(_COUNT_ANEW)

    def _into(self, name: str) -> "psycopg.Connection[tuple[str]]":
        return psycopg.connect(
            host=self._folder, user="postgres", dbname=name, autocommit=True
        )

    def _run(self, statement: str) -> None:
        postgresql.run(self._folder, statement)

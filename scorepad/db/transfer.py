"""Transfer of all tables into another database, in one transaction."""

from collections.abc import Callable

import sqlalchemy as sa

from scorepad.db.engine import Base
from scorepad.db.schema import VERSION_TABLE
from scorepad.db.tables import DatabaseId

AT_ONCE = 1000

OnProgress = Callable[[int, int], None]
"""Progress callback, called with the rows written so far and their total."""


class NotEmptyError(Exception):
    """The target database is not empty."""


def check_is_empty(target: sa.Engine) -> None:
    """Raise NotEmptyError if a database has rows beside version and database id."""
    with target.connect() as there:
        names = set(sa.inspect(there).get_table_names())
        if not names:
            return
        if VERSION_TABLE not in names:
            raise NotEmptyError
        for name in names - {VERSION_TABLE, DatabaseId.__tablename__}:
            if there.scalar(sa.select(sa.exists().select_from(sa.table(name)))):
                raise NotEmptyError


def transfer(source: sa.Engine, target: sa.Engine, on_progress: OnProgress) -> int:
    """Copy all rows into *target*, of the same schema and empty; return how many."""
    tables = Base.metadata.sorted_tables
    if source.dialect.name == "postgresql":  # one snapshot for all reads
        source = source.execution_options(isolation_level="REPEATABLE READ")
    with source.connect() as there, target.begin() as here:
        here.execute(sa.delete(DatabaseId))  # it gets the id of the source
        if any(_count(here, table) for table in tables):
            raise NotEmptyError
        whole, done = sum(_count(there, table) for table in tables), 0
        for table in tables:
            whole_table = sa.select(table).order_by(*table.primary_key.columns)
            read = there.execution_options(yield_per=AT_ONCE).execute(whole_table)
            for rows in read.mappings().partitions():
                later = dict.fromkeys(_columns_within(table))
                here.execute(sa.insert(table), [{**row, **later} for row in rows])
                done += len(rows)
                on_progress(done, whole)
            _point_within(there, here, table)
            _count_on(here, table)
    return done


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def _columns_within(table: sa.Table) -> list[str]:
    # Columns that refer to the same table are set after all rows.
    return [key.parent.name for key in table.foreign_keys if key.column.table is table]


def _point_within(there: sa.Connection, here: sa.Connection, table: sa.Table) -> None:
    for name in _columns_within(table):
        pointing = sa.select(table.c.id, table.c[name]).where(
            table.c[name].is_not(None)
        )
        for row_id, other in there.execute(pointing):
            points = sa.update(table).where(table.c.id == row_id)
            here.execute(points.values({name: other}))


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    # PostgreSQL's sequence goes on after the last id.
    if connection.dialect.name == "postgresql" and "id" in table.primary_key.columns:
        last = connection.scalar(sa.select(sa.func.max(table.c.id))) or 0
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        connection.execute(sa.select(sa.func.setval(sequence, last + 1, False)))  # noqa: FBT003 - SQL's own words

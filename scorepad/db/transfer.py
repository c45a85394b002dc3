"""Transfer of all tables into another database, in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Table,
    delete,
    exists,
    func,
    insert,
    inspect,
    select,
    table,
    update,
)

from scorepad.db.engine import Base
from scorepad.db.schema import VERSION_TABLE
from scorepad.db.tables import DatabaseId

AT_ONCE = 1000

OnProgress = Callable[[int, int], None]
"""Progress callback, called with the rows written so far and their total."""


class NotEmptyError(Exception):
    """The target database is not empty."""


def check_is_empty(target: Engine) -> None:
    """Raise NotEmptyError if a database has rows beside version and database id."""
    with target.connect() as there:
        names = set(inspect(there).get_table_names())
        if not names:
            return
        if VERSION_TABLE not in names:
            raise NotEmptyError
        for name in names - {VERSION_TABLE, DatabaseId.__tablename__}:
            if there.scalar(select(exists().select_from(table(name)))):
                raise NotEmptyError


def transfer(source: Engine, target: Engine, on_progress: OnProgress) -> int:
    """Copy all rows into *target*, of the same schema and empty; return how many."""
    tables = Base.metadata.sorted_tables
    if source.dialect.name == "postgresql":  # one snapshot for all reads
        source = source.execution_options(isolation_level="REPEATABLE READ")
    with source.connect() as there, target.begin() as here:
        here.execute(delete(DatabaseId))  # it gets the id of the source
        if any(_count(here, table) for table in tables):
            raise NotEmptyError
        whole, done = sum(_count(there, table) for table in tables), 0
        for table in tables:
            for rows in _rows_of(there, table):
                later = dict.fromkeys(_columns_within(table))
                here.execute(insert(table), [{**row, **later} for row in rows])
                done += len(rows)
                on_progress(done, whole)
            _point_within(there, here, table)
            _count_on(here, table)
    return done


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _rows_of(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    whole = select(table).order_by(*table.primary_key.columns)
    found = connection.execution_options(yield_per=AT_ONCE).execute(whole)
    yield from found.mappings().partitions()


def _columns_within(table: Table) -> list[str]:
    # Columns that refer to the same table are set after all rows.
    return [key.parent.name for key in table.foreign_keys if key.column.table is table]


def _point_within(there: Connection, here: Connection, table: Table) -> None:
    for name in _columns_within(table):
        pointing = select(table.c.id, table.c[name]).where(table.c[name].is_not(None))
        for row_id, other in there.execute(pointing):
            points = update(table).where(table.c.id == row_id)
            here.execute(points.values({name: other}))


def _count_on(connection: Connection, table: Table) -> None:
    # PostgreSQL's sequence goes on after the last id.
    if connection.dialect.name == "postgresql" and "id" in table.primary_key.columns:
        last = connection.scalar(select(func.max(table.c.id))) or 0
        sequence = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(sequence, last + 1, False)))  # noqa: FBT003 - SQL's own words

"""Statements of every save, put together once and handed to the driver as they are.

SQLAlchemy puts them together, in the words of either database, and says how values go
in and come out; but to have it run them takes longer than the database needs for them.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

Values = Mapping[str, Any]
_Change = Callable[[Any], Any]
_named: Final[Any] = namedtuple  # with names that only the statement knows
T = TypeVar("T")

AT_A_TIME: Final = 64
"""Moments that are in use: some of each save that is under way."""

_moments: Final[dict[str, _Change]] = {}


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement in the words of one database, and what happens to its values.

    *given* are those that are always the same, *inward* says by name which are told and
    what to change, *outward* the same by column. Some are told by their places.
    """

    text: str
    by_place: bool
    given: Values
    inward: Sequence[tuple[str, _Change | None]]
    outward: Sequence[tuple[int, _Change]]
    row: Callable[[Sequence[Any]], Any]

    def told(self, values: Values) -> Any:
        """The values as the driver wants them."""
        all_ = {**self.given, **values} if self.given else values
        said = [change(all_[n]) if change else all_[n] for n, change in self.inward]
        if self.by_place:
            return said
        return {name: each for (name, _), each in zip(self.inward, said, strict=True)}

    def read(self, found: Sequence[Any]) -> Any:
        """A row that has the names of its columns."""
        if not self.outward:
            return self.row(found)
        cells = list(found)
        for column, change in self.outward:
            cells[column] = change(cells[column])
        return self.row(cells)


class Ready:
    """A statement for either database.

    Whoever listens to the statements of an engine hears of it, its errors are those
    of SQLAlchemy, and a connection that turns out to be lost is let go of.
    """

    def __init__(self, statement: Any, *columns: str) -> None:
        """Where it writes, *columns* are those whose values will be told."""
        self._statement: Final = statement
        self._columns: Final = columns or None
        self._wordings: Final[dict[str, Wording]] = {}

    def rows(self, connection: Connection, values: Values) -> list[Any]:
        """What it finds; each row has the names of its columns."""
        wording = self.wording(connection.dialect)
        told = wording.told(values)

        def found(cursor: Any) -> list[Any]:
            cursor.execute(wording.text, told)
            return [wording.read(row) for row in cursor.fetchall()]

        return _done(connection, wording.text, found)

    def row(self, connection: Connection, values: Values) -> Any | None:
        """The one row that it finds, if any."""
        found = self.rows(connection, values)
        return found[0] if found else None

    def run(self, connection: Connection, values: Values) -> int:
        """Write; how many rows that touched."""
        wording = self.wording(connection.dialect)
        told = wording.told(values)

        def touched(cursor: Any) -> int:
            cursor.execute(wording.text, told)
            return int(cursor.rowcount)

        return _done(connection, wording.text, touched)

    def run_for_each(self, connection: Connection, many: Sequence[Values]) -> None:
        """Write with these values, and with those, and so on."""
        wording = self.wording(connection.dialect)
        told = [wording.told(each) for each in many]
        text = wording.text
        _done(connection, text, lambda cursor: cursor.executemany(text, told))

    def wording(self, dialect: Dialect) -> Wording:
        """How it is said to that kind of database."""
        if dialect.name not in self._wordings:
            made = _worded(self._statement, dialect, self._columns)
            self._wordings[dialect.name] = made
        return self._wordings[dialect.name]


def _worded(statement: Any, dialect: Dialect, columns: Sequence[str] | None) -> Wording:
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    binds = {name: bind for bind, name in compiled.bind_names.items()}
    names = compiled.positiontup if compiled.positional else binds
    found = list(getattr(statement, "exported_columns", ()))
    return Wording(
        text=str(compiled),
        by_place=compiled.positional,
        given={n: each.value for n, each in binds.items() if not each.required},
        inward=[(name, _inward(binds[name].type, dialect)) for name in names],
        outward=[
            (column, change)
            for column, each in enumerate(found)
            if (change := _outward(each.type, dialect))
        ],
        row=_named("Row", [each.key for each in found])._make,
    )


def _inward(kind: TypeEngine[Any], dialect: Dialect) -> _Change | None:
    change = kind.dialect_impl(dialect).bind_processor(dialect)
    if change is None or not issubclass(kind.python_type, datetime):
        return change
    # A save has one moment, and writes it in a dozen places.
    return _moments.setdefault(dialect.name, lru_cache(maxsize=AT_A_TIME)(change))


def _outward(kind: TypeEngine[Any], dialect: Dialect) -> _Change | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def _done(connection: Connection, text: str, use: Callable[[Any], T]) -> T:
    """Use a cursor of the driver, within a transaction as SQLAlchemy would begin it."""
    if not connection.in_transaction():
        connection.begin()
    return _by_driver(connection, text, use)


def run_wording(connection: Connection, text: str, values: Any) -> list[Any]:
    """Hand over what is worded already; the rows that it finds, as they come."""

    def found(cursor: Any) -> list[Any]:
        cursor.execute(text, values)
        rows: list[Any] = cursor.fetchall()
        return rows

    return _done(connection, text, found)


def say(connection: Connection, text: str) -> None:
    """Tell the driver what has no values and finds nothing; no transaction begins."""
    _by_driver(connection, text, lambda cursor: cursor.execute(text))


def _by_driver(connection: Connection, text: str, use: Callable[[Any], T]) -> T:
    driver, dialect = connection.connection, connection.dialect
    # Nobody listens to one connection; to ask it for those of all takes ten calls.
    for told in connection.engine.dispatch.before_cursor_execute:
        told(connection, None, text, None, None, False)  # noqa: FBT003 - as SQLAlchemy does
    cursor = driver.cursor()
    try:
        return use(cursor)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, driver.dbapi_connection, None):
            # It fails in the same way, and so all that are as old are let go of.
            connection.exec_driver_sql("SELECT 1")
        raise DBAPIError.instance(
            text,
            None,
            error,
            dialect.loaded_dbapi.Error,
            dialect=dialect,
        ) from error
    finally:
        cursor.close()

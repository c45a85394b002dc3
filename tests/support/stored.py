"""What the database of an application holds and is asked; how it was before."""

import sqlite3
from contextlib import closing, contextmanager

from sqlalchemy import Engine, event, func, select

from scorepad.db.engine import Base, db
from scorepad.web import season_pages


def configure(app, **changes):
    """Change settings of an application; return all of them."""
    changed = app.config["SETTINGS"].model_copy(update=changes)
    app.config["SETTINGS"] = changed
    return changed


def rows(app):
    """Return every row of every table, in the order of its key."""
    with app.app_context():
        return {
            table.name: [
                tuple(map(repr, row))
                for row in db.session.execute(
                    select(table).order_by(*table.primary_key.columns)
                )
            ]
            for table in Base.metadata.sorted_tables
        }


def found(app, query):
    """Return the first column of each row that a query finds."""
    with app.app_context():
        return db.session.scalars(query).all()


def count(app, table):
    return found(app, select(func.count()).select_from(table))[0]


def change(app, *statements):
    with app.app_context():
        for statement in statements:
            db.session.execute(statement)
        db.session.commit()


@contextmanager
def statements():
    """Yield a list that collects every statement of every engine in the block."""
    said = []

    def note(_connection, _cursor, statement, *_more):
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def queries_of(work):
    with statements() as said:
        work()
    return sum(statement != "BEGIN" for statement in said)


def each_from_here(app, attempts, *phones):
    """Yield each of the *attempts* over the database and the phones as they are now."""
    memories = [(phone, phone.remembered()) for phone in phones]
    with closing(sqlite3.connect(":memory:")) as kept:
        _with_file(app, lambda file: file.backup(kept))
        for attempt in attempts:
            yield attempt
            _with_file(app, kept.backup)
            app.extensions["page_cache"] = season_pages.PageCache()
            for phone, memory in memories:
                phone.remember(*memory)


def _with_file(app, work):
    with app.app_context(), closing(db.engine.raw_connection()) as connection:
        file = connection.driver_connection
        assert isinstance(file, sqlite3.Connection)
        work(file)

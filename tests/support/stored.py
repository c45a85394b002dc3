"""What the database of an application holds."""

from sqlalchemy import func, select

from scorepad.db.engine import Base, db


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


def count(app, table):
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(table))

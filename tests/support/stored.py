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

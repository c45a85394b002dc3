"""The random id of a database, by which phones notice that it is another one.

A new database gets one. A backup holds none: however it is put back, the next start
gives it a new id, since its revisions count again what phones have seen already.
"""

import secrets

from sqlalchemy import Connection, Engine, select, text

from scorepad.store.tables.database_id import ONLY, DatabaseId

_INSERT = text(
    f"INSERT INTO {DatabaseId.__tablename__} (number, id) VALUES ({ONLY}, :id)"  # noqa: S608 - names of our own
    " ON CONFLICT DO NOTHING"
)


def find_database_id(engine: Engine) -> str | None:
    """Return the id, or ``None`` if the database was restored and not served since."""
    with engine.connect() as connection:
        return connection.scalar(select(DatabaseId.id))


def give_database_id(connection: Connection) -> None:
    """Give a database a random id, unless it has one."""
    connection.execute(_INSERT, {"id": secrets.token_hex(8)})

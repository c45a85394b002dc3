"""What a database needs after a backup was restored into it."""

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.upkeep.database_id import give_database_id


def renew_database_id(session: Session) -> None:
    """Give the database a new id, so that phones send again what it may lack."""
    with write_transaction(session):
        give_database_id(session.connection())
        session.commit()

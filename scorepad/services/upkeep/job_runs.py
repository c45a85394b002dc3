"""On which date a daily job ran last."""

from datetime import date

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.jobs import put_run


def note_run(session: Session, name: str, on: date) -> None:
    """Note that a job ran."""
    with write_transaction(session):
        put_run(session, name, on)
        session.commit()

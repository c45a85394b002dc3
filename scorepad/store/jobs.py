"""Which daily jobs ran when, and which copy of the server may run them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad.store.connections import lasting_connection
from scorepad.store.tables import JobRun

LOCK: Final = 0x5C02E9AE
"""The advisory lock of PostgreSQL that whoever runs jobs holds."""


@contextmanager
def jobs_lock(url: str) -> Iterator[bool]:
    """Whether this copy may run jobs now; no other copy may until the block ends.

    An embedded database has only one server.
    """
    if url.startswith("sqlite"):
        yield True
        return
    with lasting_connection(url) as connection:
        yield bool(connection.scalar(select(func.pg_try_advisory_lock(LOCK))))


def ran_on(session: Session, name: str) -> date | None:
    """The date on which a job ran last."""
    run = session.get(JobRun, name, populate_existing=True)
    return None if run is None else run.ran_on

"""Daily jobs: erase what was deleted long ago, and tidy up."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, delete, exists, func, select, text
from sqlalchemy.orm import Session

from scorepad.db import deletions
from scorepad.db.deletions import KEPT_FOR
from scorepad.db.engine import empty_log, lasting_connection, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.history import Reader
from scorepad.db.tables.games import AnyGame, RememberedAnswer
from scorepad.db.tables.groups import Device, Group, Membership, SeasonBook
from scorepad.services import activity
from scorepad.services.rate_limits import delete_expired

LOCK: Final = 0x5C02E9AE  # the PostgreSQL advisory lock of the copy that runs the jobs


def erase(session: Session, at: datetime) -> Mapping[str, int]:
    """Erase the rows that are due; return how many per table."""
    gone: Counter[str] = Counter()
    tables: dict[str, Any] = {"game": AnyGame, "group_": Group}
    for what, table in tables.items():
        is_due = table.deleted_at < at - KEPT_FOR
        for row_id in session.scalars(select(table.id).where(is_due)).all():
            due = select(table.id).where(table.id == row_id, is_due).with_for_update()
            with suppress(*FAULTS):
                gone[what] += _erase(session, what, row_id, due)
    session.rollback()  # a reader would keep the log
    empty_log(session.get_bind().engine)
    return gone


def _erase(session: Session, what: str, row_id: int, due: Select[int]) -> bool:
    # Unless it was restored meanwhile; of a group, the games first. Each of these is a
    # transaction, so that saves wait little.
    games = select(AnyGame.id).where(AnyGame.group_id == row_id)
    of_group = session.scalars(games).all() if what == "group_" else ()
    for name, id_ in (*(("game", each) for each in of_group), (what, row_id)):
        with write_transaction(session):
            if session.scalar(due) is None:
                return False
            if name == "group_":
                deletions.forget_group(session, id_)
            else:
                of = row_id if what == "group_" else None
                deletions.forget_game(session, id_, of=of)
            deletions.erase_row(session, name, id_)
    return True


IDLE_AFTER: Final = timedelta(days=730)
"""Groups unused for this long are deleted; the privacy page states two years."""

ANSWERS_KEPT: Final = timedelta(days=90)
"""How long answers to saves are kept: no phone retries later than that."""

BOOKS_KEPT: Final = timedelta(days=3)
"""How long an unused season book is kept: it can be made again."""


def tidy(session: Session, at: datetime) -> int:
    """Delete what is too old; return how many groups were unused for two years."""
    with write_transaction(session):
        # Without a device seen, or a game changed.
        since = at - IDLE_AFTER
        seen = exists().where(
            Membership.group_id == Group.id,
            Membership.device_id == Device.id,
            Device.seen_on >= since.date(),
        )
        changed = AnyGame.group_id == Group.id, AnyGame.changed_at >= since
        old = select(Group).where(Group.deleted_at.is_(None), Group.created_at < since)
        idle = session.scalars(old.where(~seen, ~exists().where(*changed))).all()
        for group in idle:
            group.deleted_at = at
            activity.record(Reader(session, None, at), group.id, "group_deleted")
        is_old = RememberedAnswer.created_at < at - ANSWERS_KEPT
        session.execute(delete(RememberedAnswer).where(is_old))
        delete_expired(session, at)
        activity.delete_old_events(session, at)
        deletions.delete_books(session, SeasonBook.seen_at < at - BOOKS_KEPT)
        return len(idle)


def try_to_write(session: Session) -> None:
    """Rewrite a row unchanged, to test writing; raise TimeoutError if others write."""
    with write_transaction(session, hurried=True):
        session.execute(text("UPDATE alembic_version SET version_num = version_num"))


@contextmanager
def jobs_lock(url: str) -> Iterator[bool]:
    """Hold the lock of the jobs; yield whether this copy of the server got it."""
    if url.startswith("sqlite"):  # there is only one copy
        yield True
        return
    with lasting_connection(url) as connection:
        yield bool(connection.scalar(select(func.pg_try_advisory_lock(LOCK))))

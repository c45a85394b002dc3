"""What runs once a day: erasing what was deleted long ago, and tidying."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorepad.db.connections import lasting_connection
from scorepad.db.deletions import (
    earliest_date,
    erase_row,
    forget_game,
    forget_group,
    idle_groups,
    lock_to_erase,
    mark_deleted,
    note_day,
    rows_to_erase,
)
from scorepad.db.engine import empty_log, write_transaction
from scorepad.db.faults import FAULTS, touch_a_row
from scorepad.db.season_books import delete_books
from scorepad.db.tables import AnyGame, JobRun, RememberedAnswer, SeasonBook
from scorepad.services.invites import forget_tries
from scorepad.services.rate_limits import forget_all

LOCK: Final = 0x5C02E9AE
"""The advisory lock of PostgreSQL that whoever runs jobs holds."""

Row = tuple[str, int]
"""A table and the id of a row."""


def erase(session: Session, today: date) -> Mapping[str, int]:
    """Count this day, then erase what is due; return how many rows of which table.

    One game in one transaction: nobody's save waits long for it, and whatever stops it,
    the rest goes the next day. What cannot be erased keeps nothing else.
    """
    with write_transaction(session):
        note_day(session, today)
        session.commit()
    gone: Counter[str] = Counter()
    for due in rows_to_erase(session):
        what, row_id = due
        games = games_of(session, row_id) if what == "group_" else ()
        try:
            gone[what] += all(
                _erase(session, due, row)
                for row in (*(("game", each) for each in games), due)
            )
        except FAULTS:
            session.rollback()
    empty_log(session.get_bind().engine)
    return gone


def games_of(session: Session, group_id: int) -> Sequence[int]:
    """Return the ids of all games of a group."""
    return session.scalars(select(AnyGame.id).where(AnyGame.group_id == group_id)).all()


def _erase(session: Session, due: Row, row: Row) -> bool:
    """Erase a *row*, unless what is *due* was restored meanwhile."""
    what, row_id = row
    with write_transaction(session):
        if not lock_to_erase(session, *due):
            return False
        if what == "group_":
            forget_group(session, row_id)
        else:
            forget_game(session, row_id, of=due[1] if row != due else None)
        erase_row(session, what, row_id)
        session.commit()
        return True


IDLE_AFTER: Final = timedelta(days=730)
"""The page of people and phones says two years."""

ANSWERS_KEPT: Final = timedelta(days=90)
"""No phone waits longer before it asks again for the answer to a save."""

BOOKS_KEPT: Final = timedelta(days=3)
"""A season book is made again whenever somebody wants it."""


def tidy(session: Session, at: datetime) -> int:
    """Delete groups that nobody opened for two years, as an owner would; tell how many.

    Answers that were kept for phones are forgotten after ninety days, and where
    strangers came from as soon as it does not count any more. Books are deleted after
    some days. Years and days are those on which the server ran, so no clock that is
    wrong once cuts them short.
    """
    with write_transaction(session):
        today = note_day(session, at.date())
        idle = idle_groups(session, at - IDLE_AFTER, today - IDLE_AFTER.days)
        for group in idle:
            mark_deleted(group, at)
        earliest = earliest_date(session, ANSWERS_KEPT.days)
        if earliest is not None:
            midnight = datetime.combine(earliest, time(), tzinfo=UTC)
            before = min(at - ANSWERS_KEPT, midnight)
            session.execute(
                delete(RememberedAnswer).where(RememberedAnswer.created_at < before)
            )
        forget_all(session, at)
        forget_tries(session, at)
        delete_books(session, SeasonBook.seen_at < at - BOOKS_KEPT)
        session.commit()
        return len(idle)


def try_to_write(session: Session) -> None:
    """Write a row as it is; :class:`TimeoutError` if others write all the time."""
    with write_transaction(session, hurried=True):
        touch_a_row(session)
        session.commit()


def note_run(session: Session, name: str, on: date) -> None:
    """Note that a job ran."""
    with write_transaction(session):
        session.merge(JobRun(name=name, ran_on=on))
        session.commit()


def ran_on(session: Session, name: str) -> date | None:
    """The date on which a job ran last."""
    run = session.get(JobRun, name, populate_existing=True)
    return None if run is None else run.ran_on


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

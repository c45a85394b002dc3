"""What is let go of by itself: groups that nobody opens, answers nobody asks for."""

from datetime import UTC, datetime, time, timedelta
from typing import Final

from sqlalchemy.orm import Session

from scorepad.services.pacing import forget_all
from scorepad.store.db import write_transaction
from scorepad.store.groups.invites import forget_tries
from scorepad.store.seasons.books import delete_books
from scorepad.store.tables import SeasonBook
from scorepad.store.upkeep.days import earliest_date, note_day
from scorepad.store.upkeep.deletions import mark_deleted
from scorepad.store.upkeep.idle import drop_answers, idle_groups

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
    some days. Years and days are those
    on which the server ran, so no clock that is wrong once cuts them short.
    """
    with write_transaction(session):
        today = note_day(session, at.date())
        idle = idle_groups(session, at - IDLE_AFTER, today - IDLE_AFTER.days)
        for group in idle:
            mark_deleted(group, at)
        _drop_answers(session, at)
        forget_all(session, at)
        forget_tries(session, at)
        delete_books(session, SeasonBook.seen_at < at - BOOKS_KEPT)
        session.commit()
        return len(idle)


def _drop_answers(session: Session, at: datetime) -> None:
    earliest = earliest_date(session, ANSWERS_KEPT.days)
    if earliest is not None:
        midnight = datetime.combine(earliest, time(), tzinfo=UTC)
        drop_answers(session, min(at - ANSWERS_KEPT, midnight))

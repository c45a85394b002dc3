"""What is let go of by itself: groups that nobody opens, answers nobody asks for."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy.orm import Session

from scorepad.services.pacing import forget_all
from scorepad.store.db import write_transaction
from scorepad.store.groups.invites import forget_tries
from scorepad.store.upkeep.dates import DATES_SEEN
from scorepad.store.upkeep.idle import drop_answers, idle_groups

IDLE_AFTER: Final = timedelta(days=730)
"""The page of people and phones says two years."""

ANSWERS_KEPT: Final = timedelta(days=90)
"""No phone waits longer before it asks again for the answer to a save."""


def tidy(session: Session, at: datetime, dates: Collection[date]) -> int:
    """Delete groups that nobody opened for two years, as an owner would; tell how many.

    *dates* are the last on which the server ran. Two years are over when the earliest
    of :data:`DATES_SEEN` says so: a clock that jumps ahead is one of them. Answers that
    were kept for phones are forgotten after ninety days, and where strangers came from
    as soon as it does not count any more.
    """
    with write_transaction(session):
        since = _all_agree_on(at, dates)
        idle = () if since is None else idle_groups(session, since)
        for group in idle:
            group.deleted_at = at
        drop_answers(session, at - ANSWERS_KEPT)
        forget_all(session, at)
        forget_tries(session, at)
        session.commit()
        return len(idle)


def _all_agree_on(at: datetime, dates: Collection[date]) -> datetime | None:
    """Since when a group must have been idle, if the server ran on enough dates.

    On a server that is always on, that is two years ago to the day.
    """
    if len(dates) < DATES_SEEN:
        return None
    midnight = datetime.combine(min(dates), time(), tzinfo=UTC)
    return min(at, midnight + timedelta(days=DATES_SEEN)) - IDLE_AFTER

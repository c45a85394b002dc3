"""What is let go of by itself: groups that nobody opens, answers nobody asks for."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from scorepad.services.pacing import forget_all
from scorepad.store.db import write_transaction
from scorepad.store.groups.invites import forget_tries
from scorepad.store.upkeep.idle import drop_answers, idle_groups

IDLE_AFTER: Final = timedelta(days=730)
"""The page of people and phones says two years."""

ANSWERS_KEPT: Final = timedelta(days=90)
"""No phone waits longer before it asks again for the answer to a save."""


def tidy(session: Session, at: datetime) -> int:
    """Delete groups that nobody opened for two years, as an owner would; tell how many.

    Answers that were kept for phones are forgotten after ninety days, and where
    strangers came from as soon as it does not count any more.
    """
    with write_transaction(session):
        idle = idle_groups(session, at - IDLE_AFTER)
        for group in idle:
            group.deleted_at = at
        drop_answers(session, at - ANSWERS_KEPT)
        forget_all(session, at)
        forget_tries(session, at)
        session.commit()
        return len(idle)

"""What was deleted and cannot come back any more goes for good, history and all."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.upkeep.deletions import (
    DAYS_SEEN,
    count_a_day,
    games_of,
    hold_let_go,
    let_go,
)
from scorepad.store.upkeep.erasures import (
    erase_row,
    forget_answers,
    forget_devices,
    forget_merges,
    forget_who_is_who,
    members_of,
    writers_of,
)
from scorepad.store.upkeep.faults import FAULTS

ERASED_AFTER: Final = timedelta(days=DAYS_SEEN)

Row = tuple[str, int]
"""A table and the id of a row."""


def erase(session: Session, at: datetime) -> Mapping[str, int]:
    """Count this day, then erase what is due; tell how many rows of which table.

    Due is what was deleted :data:`ERASED_AFTER` ago by the clock, and was seen deleted
    on as many days. One game in one transaction: nobody's save waits long for it, and
    whatever stops it, the rest goes the next day. What cannot go keeps nothing else.
    """
    with write_transaction(session):
        count_a_day(session, at.date())
        session.commit()
    before = at - ERASED_AFTER
    gone: Counter[str] = Counter()
    for what, row_id in let_go(session, before):
        erase_one = _erase_group if what == "group_" else _erase_game
        try:
            gone[what] += erase_one(session, (what, row_id), before)
        except FAULTS:
            session.rollback()
    return gone


def _erase_game(session: Session, game: Row, before: datetime) -> bool:
    return _take(session, game, before, partial(_take_out, session, game))


def _erase_group(session: Session, group: Row, before: datetime) -> bool:
    _, group_id = group
    for game in games_of(session, group_id):
        take_out = partial(_take_out, session, game, of_group=group_id)
        if not _take(session, group, before, take_out):
            return False
    rest = partial(_take_out_rest, session, group_id)
    return _take(session, group, before, rest)


def _take(
    session: Session, due: Row, before: datetime, take_out: Callable[[], None]
) -> bool:
    """Take something out, unless what is *due* was brought back meanwhile."""
    with write_transaction(session):
        is_due = hold_let_go(session, *due, before)
        if is_due:
            take_out()
            session.commit()
        return is_due


def _take_out(session: Session, game: Row, of_group: int | None = None) -> None:
    forget_answers(session, *game)
    forget_merges(session, *game)
    if of_group is not None:
        forget_devices(session, writers_of(session, *game), of_group)
    erase_row(session, *game)


def _take_out_rest(session: Session, group_id: int) -> None:
    forget_devices(session, members_of(session, group_id), group_id)
    forget_who_is_who(session, group_id)
    erase_row(session, "group_", group_id)

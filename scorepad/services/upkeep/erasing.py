"""What was deleted and cannot be restored any more is erased, history and all."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

from sqlalchemy.orm import Session

from scorepad.store.db import empty_log, write_transaction
from scorepad.store.upkeep.days import note_day
from scorepad.store.upkeep.deletions import games_of, lock_to_erase, rows_to_erase
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
    for what, row_id in rows_to_erase(session):
        erase_one = _erase_group if what == "group_" else _erase_game
        try:
            gone[what] += erase_one(session, (what, row_id))
        except FAULTS:
            session.rollback()
    empty_log(session.get_bind().engine)
    return gone


def _erase_game(session: Session, game: Row) -> bool:
    return _erase(session, game, partial(_take_out, session, game))


def _erase_group(session: Session, group: Row) -> bool:
    _, group_id = group
    for game in games_of(session, group_id):
        take_out = partial(_take_out, session, game, of_group=group_id)
        if not _erase(session, group, take_out):
            return False
    return _erase(session, group, partial(_take_out_rest, session, group_id))


def _erase(session: Session, due: Row, take_out: Callable[[], None]) -> bool:
    """Take something out, unless what is *due* was restored meanwhile."""
    with write_transaction(session):
        is_due = lock_to_erase(session, *due)
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

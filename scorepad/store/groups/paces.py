"""Count how often somebody does something."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, bindparam, case, delete, or_
from sqlalchemy.orm import Session

from scorepad.store.connections import insert_of
from scorepad.store.db import Moment, connection_of
from scorepad.store.tables import Pace


def _is_over(old: Any, ahead: Any) -> ColumnElement[bool]:
    """What began further *ahead* was begun by a clock that has been set back.

    A little ahead is nothing: those who ask at once are counted in any order.
    """
    return or_(Pace.since <= old, Pace.since > ahead)


@cache  # part of every save
def _statement(dialect: str) -> Any:
    now = bindparam("now", type_=Moment())
    is_over = _is_over(*(bindparam(when, type_=Moment()) for when in ("old", "ahead")))
    row = insert_of(dialect)(Pace)
    times = row.excluded.times
    return row.on_conflict_do_update(
        index_elements=[Pace.what, Pace.who],
        set_={
            "times": case((is_over, times), else_=Pace.times + times),
            "since": case((is_over, now), else_=Pace.since),
        },
    ).returning(Pace.what, Pace.times, Pace.since)


def count_times(
    session: Session,
    counts: Sequence[tuple[str, str, int]],
    *,
    now: datetime,
    old: datetime,
) -> dict[str, tuple[int, datetime]]:
    """Count *(what, who, times)*; by what, how many times that is, and since when.

    Nothing is counted twice in one call. What began at *old* or before has ended, and
    another count begins; so has what began as far ahead.
    """
    when = {"since": now, "now": now, "old": old, "ahead": now + (now - old)}
    rows = [
        {"what": what, "who": who, "times": times, **when}
        for what, who, times in counts
    ]
    statement = _statement(session.get_bind().dialect.name)
    found = connection_of(session).execute(statement, rows)
    return {what: (times, since) for what, times, since in found}


def forget_counts(session: Session, what: str, *, now: datetime, old: datetime) -> None:
    """Forget who did a thing, where that has ended."""
    is_over = _is_over(old, now + (now - old))
    session.execute(delete(Pace).where(Pace.what == what, is_over))

"""Count how often somebody does something."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, bindparam, case, delete, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorepad.store.db import Moment, connection_of
from scorepad.store.ready import Ready
from scorepad.store.tables import Pace


def _is_over(old: Any, ahead: Any) -> ColumnElement[bool]:
    """What began further *ahead* was begun by a clock that has been set back.

    A little ahead is nothing: those who ask at once are counted in any order.
    """
    return or_(Pace.since <= old, Pace.since > ahead)


def _statement(insert: Any) -> Any:
    now = bindparam("now", type_=Moment())
    is_over = _is_over(*(bindparam(when, type_=Moment()) for when in ("old", "ahead")))
    times = bindparam("times", type_=Integer())
    first = insert(Pace).values(
        what=bindparam("what"), who=bindparam("who"), since=now, times=times
    )
    return first.on_conflict_do_update(
        index_elements=[Pace.what, Pace.who],
        set_={
            "times": case((is_over, times), else_=Pace.times + times),
            "since": case((is_over, now), else_=Pace.since),
        },
    ).returning(Pace.times, Pace.since)


# Counted with every save, so put together once.
_COUNT: Final = {
    "sqlite": Ready(_statement(sqlite.insert)),
    "postgresql": Ready(_statement(postgresql.insert)),
}


def count_times(  # noqa: PLR0913 - what, who, how often and when
    session: Session,
    what: str,
    who: str,
    times: int,
    *,
    now: datetime,
    old: datetime,
) -> tuple[int, datetime]:
    """Count that somebody does a thing; how many times that is now, and since when.

    What began at *old* or before has ended, and another count begins; so has what
    began as far ahead.
    """
    statement = _COUNT[session.get_bind().dialect.name]
    when = {"now": now, "old": old, "ahead": now + (now - old)}
    asked = {"what": what, "who": who, "times": times, **when}
    counted, since = statement.rows(connection_of(session), asked)[0]
    return counted, since


def forget_counts(session: Session, what: str, *, now: datetime, old: datetime) -> None:
    """Forget who did a thing, where that has ended."""
    is_over = _is_over(old, now + (now - old))
    session.execute(delete(Pace).where(Pace.what == what, is_over))

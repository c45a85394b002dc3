"""Count how often somebody does something."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, case, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorepad.store.db import Moment, connection_of
from scorepad.store.ready import Ready
from scorepad.store.tables import Pace


def _statement(insert: Any) -> Any:
    now, too_old = bindparam("now", type_=Moment()), bindparam("old", type_=Moment())
    is_over = Pace.since <= too_old
    first = insert(Pace).values(
        what=bindparam("what"), who=bindparam("who"), since=now, times=1
    )
    return first.on_conflict_do_update(
        index_elements=[Pace.what, Pace.who],
        set_={
            "times": case((is_over, 1), else_=Pace.times + 1),
            "since": case((is_over, now), else_=Pace.since),
        },
    ).returning(Pace.times, Pace.since)


# Counted with every save, so put together once.
_COUNT: Final = {
    "sqlite": Ready(_statement(sqlite.insert)),
    "postgresql": Ready(_statement(postgresql.insert)),
}


def count_one(
    session: Session, what: str, who: str, *, now: datetime, old: datetime
) -> tuple[int, datetime]:
    """Count that somebody does a thing; how many times that is, and since when.

    What began at *old* or before has ended, and another count begins.
    """
    statement = _COUNT[session.get_bind().dialect.name]
    asked = {"what": what, "who": who, "now": now, "old": old}
    times, since = statement.rows(connection_of(session), asked)[0]
    return times, since


def forget_counts(session: Session, what: str, old: datetime) -> None:
    """Forget who did a thing, where that ended at *old* or before."""
    session.execute(delete(Pace).where(Pace.what == what, Pace.since <= old))

"""Count how often somebody does something."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, bindparam, case, delete, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorepad.store.db import Moment, connection_of
from scorepad.store.ready import Ready
from scorepad.store.tables import Pace

INSERTS: Final = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def _is_over(old: Any, ahead: Any) -> ColumnElement[bool]:
    """What began further *ahead* was begun by a clock that has been set back.

    A little ahead is nothing: those who ask at once are counted in any order.
    """
    return or_(Pace.since <= old, Pace.since > ahead)


def _statement(insert: Any, counts: int) -> Any:
    now = bindparam("now", type_=Moment())
    is_over = _is_over(*(bindparam(when, type_=Moment()) for when in ("old", "ahead")))
    rows = insert(Pace).values([_row(number, now) for number in range(counts)])
    times = rows.excluded.times
    return rows.on_conflict_do_update(
        index_elements=[Pace.what, Pace.who],
        set_={
            "times": case((is_over, times), else_=Pace.times + times),
            "since": case((is_over, now), else_=Pace.since),
        },
    ).returning(Pace.what, Pace.times, Pace.since)


def _row(number: int, now: Any) -> dict[str, Any]:
    names = {"what": None, "who": None, "times": Integer()}
    return {"since": now} | {
        name: bindparam(f"{name}{number}", type_=kind) for name, kind in names.items()
    }


@cache
def _ready(dialect: str, counts: int) -> Ready:
    # Counted with every save, so put together once.
    return Ready(_statement(INSERTS[dialect], counts))


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
    asked: dict[str, Any] = {"now": now, "old": old, "ahead": now + (now - old)}
    for number, (what, who, times) in enumerate(counts):
        asked |= {f"what{number}": what, f"who{number}": who, f"times{number}": times}
    statement = _ready(session.get_bind().dialect.name, len(counts))
    rows = statement.rows(connection_of(session), asked)
    return {what: (times, since) for what, times, since in rows}


def forget_counts(session: Session, what: str, *, now: datetime, old: datetime) -> None:
    """Forget who did a thing, where that has ended."""
    is_over = _is_over(old, now + (now - old))
    session.execute(delete(Pace).where(Pace.what == what, is_over))

"""Count the days on which the server ran, whatever its clock said meanwhile.

Time spans that decide whether somebody is let in, or something is deleted, are measured
in these days: a clock that was wrong once, behind or ahead, adds one of them.
"""

from datetime import date

from sqlalchemy import ScalarSelect, func, literal, select
from sqlalchemy.orm import Session

from scorepad.store.connections import insert_of
from scorepad.store.tables import ServerDay


def newest_day() -> ScalarSelect[int]:
    """The number of the newest day, as part of a statement; 0 before the first."""
    return select(func.coalesce(func.max(ServerDay.number), 0)).scalar_subquery()


def note_day(session: Session, today: date) -> int:
    """Count *today* unless it was counted; return the number of the newest day."""
    insert = insert_of(session.get_bind().dialect.name)
    is_new = ~select(ServerDay.number).where(ServerDay.day == today).exists()
    row = select(newest_day() + 1, literal(today, ServerDay.day.type)).where(is_new)
    statement = insert(ServerDay).from_select(["number", "day"], row)
    # Another process may count the same day in the same moment.
    session.execute(statement.on_conflict_do_nothing())
    return session.scalar(select(newest_day())) or 0


def is_noted(session: Session, today: date, number: int) -> bool:
    """Whether *today* was counted, and *number* is that of the newest day."""
    known = select(ServerDay.number).where(
        ServerDay.day == today, newest_day() == number
    )
    return session.scalar(known) is not None


def earliest_date(session: Session, days: int) -> date | None:
    """Return the earliest date of the newest *days*; None before there are as many."""
    newest = select(ServerDay.day).order_by(ServerDay.number.desc()).limit(days)
    dates = session.scalars(newest).all()
    return min(dates) if len(dates) == days else None

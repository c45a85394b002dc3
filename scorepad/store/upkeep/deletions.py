"""On how many days the server has seen what people deleted, and what may go by now."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Result,
    Select,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from scorepad.store.tables import Deletion, DocumentGame, GameRow, Group

DAYS_SEEN: Final = 32
"""The thirty of which pages tell, and one for each way of a clock that jumps and comes
back. The triggers of the history know the same number."""

TABLES: Final[Mapping[str, Any]] = {
    "game": GameRow,
    "document_game": DocumentGame,
    "group_": Group,
}

Deletable = GameRow | DocumentGame | Group


def count_a_day(session: Session, today: date) -> None:
    """Note what is deleted by now, and forget what was brought back.

    However often it is asked on one day, it counts once.
    """
    for what, table in TABLES.items():
        is_so = exists().where(
            table.id == Deletion.row_id, table.deleted_at == Deletion.deleted_at
        )
        session.execute(delete(Deletion).where(Deletion.what == what, ~is_so))
    session.execute(
        update(Deletion)
        .where(Deletion.seen_on != today)
        .values(days=Deletion.days + 1, seen_on=today)
    )
    for what, table in TABLES.items():
        _note_new(session, what, table, today)


def _note_new(session: Session, what: str, table: Any, today: date) -> None:
    is_known = exists().where(Deletion.what == what, Deletion.row_id == table.id)
    first_seen = (literal(1), literal(today, Deletion.seen_on.type))
    new = select(literal(what), table.id, table.deleted_at, *first_seen).where(
        table.deleted_at.is_not(None), ~is_known
    )
    columns = ["what", "row_id", "deleted_at", "days", "seen_on"]
    session.execute(insert(Deletion).from_select(columns, new))


def let_go(session: Session, before: datetime) -> tuple[tuple[str, int], ...]:
    """What was deleted *before* and seen so on enough days: table and row.

    Groups come last.
    """
    found = session.execute(_long_gone(before).order_by(Deletion.what, Deletion.row_id))
    return tuple((row.what, row.row_id) for row in found)


def hold_let_go(session: Session, what: str, row_id: int, before: datetime) -> bool:
    """Whether that is so still; the row is held until the transaction ends."""
    table = TABLES[what]
    held = session.scalar(
        select(table.deleted_at).where(table.id == row_id).with_for_update()
    )
    this = _long_gone(before).where(Deletion.what == what, Deletion.row_id == row_id)
    return session.execute(this.where(Deletion.deleted_at == held)).first() is not None


def games_of(session: Session, group_id: int) -> tuple[tuple[str, int], ...]:
    """Every game that belongs to a group: table and row."""
    return tuple(
        (what, row_id)
        for what in ("game", "document_game")
        for row_id in session.scalars(
            select(TABLES[what].id).where(TABLES[what].group_id == group_id)
        )
    )


def days_seen(session: Session, rows: Collection[Deletable]) -> dict[Deletable, int]:
    """On how many days the server has seen each of these rows deleted as it is now.

    One query for each table.
    """
    found = dict.fromkeys(rows, 0)
    for what, table in TABLES.items():
        here = {row.id: row for row in rows if isinstance(row, table)}
        for each in _counted(session, what, here) if here else ():
            row = here[each.row_id]
            if row.deleted_at == each.deleted_at:
                found[row] = each.days
    return found


def _counted(
    session: Session, what: str, row_ids: Collection[int]
) -> Result[int, datetime, int]:
    return session.execute(
        select(Deletion.row_id, Deletion.deleted_at, Deletion.days).where(
            Deletion.what == what, Deletion.row_id.in_(row_ids)
        )
    )


def _long_gone(before: datetime) -> Select[str, int]:
    """What was deleted before, or by a clock that was ahead, and seen so for long."""
    ahead = before + timedelta(days=DAYS_SEEN + 1)
    is_due = or_(Deletion.deleted_at < before, Deletion.deleted_at > ahead)
    return select(Deletion.what, Deletion.row_id).where(
        Deletion.days >= DAYS_SEEN, is_due
    )

"""What people deleted: for how long it can be restored, and what is to be erased.

Days are those on which the server ran (``days.py``): a clock that is wrong once, ahead
or behind, counts for one of them.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import DocumentGame, GameRow, Group
from scorepad.store.upkeep.days import newest_day

ERASED_AFTER: Final = 31
"""Days: thirty whole ones to restore it. The triggers of the history know it, too."""

Deletable = GameRow | DocumentGame | Group

TABLES: Final[dict[str, Any]] = {
    "game": GameRow,
    "document_game": DocumentGame,
    "group_": Group,
}


def mark_deleted(row: Deletable, at: datetime | None) -> None:
    """Delete a row *at* a moment, or restore it."""
    row.deleted_at = at
    row.deleted_day = None if at is None else newest_day()


def days_since_deletion(
    session: Session, rows: Collection[Deletable]
) -> dict[Deletable, int]:
    """Return on how many days the server has run since each of *rows* was deleted."""
    deleted = [row for row in rows if row.deleted_at is not None]
    if not deleted:
        return {}
    today = session.scalar(select(newest_day())) or 0
    return {row: today - (row.deleted_day or 0) for row in deleted}


def rows_to_erase(session: Session) -> tuple[tuple[str, int], ...]:
    """Return table and id of what was deleted long enough ago; groups come last."""
    return tuple(
        (what, row_id)
        for what, table in TABLES.items()
        for row_id in session.scalars(
            select(table.id).where(_is_due(table)).order_by(table.id)
        )
    )


def lock_to_erase(session: Session, what: str, row_id: int) -> bool:
    """Lock a row until the transaction ends; whether it is still to be erased."""
    table = TABLES[what]
    row = select(table.id).where(table.id == row_id, _is_due(table)).with_for_update()
    return session.scalar(row) is not None


def _is_due(table: Any) -> Any:
    return table.deleted_day <= newest_day() - ERASED_AFTER


def games_of(session: Session, group_id: int) -> tuple[tuple[str, int], ...]:
    """Return table and id of every game of a group."""
    return tuple(
        (what, row_id)
        for what in ("game", "document_game")
        for row_id in session.scalars(
            select(TABLES[what].id).where(TABLES[what].group_id == group_id)
        )
    )

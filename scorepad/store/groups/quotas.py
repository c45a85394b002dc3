"""How much a group has."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad.store.tables import DocumentGame, GameRow, Group, Player


def count_people(session: Session, group: Group) -> int:
    """The players of a group, archived ones too."""
    return _count(session, Player, group)


def count_games(session: Session, group: Group) -> int:
    """The games of a group of every kind, deleted ones that can come back too."""
    return _count(session, GameRow, group) + _count(session, DocumentGame, group)


def _count(
    session: Session,
    table: type[Player] | type[GameRow] | type[DocumentGame],
    group: Group,
) -> int:
    counted = select(func.count()).where(table.group_id == group.id)
    return session.scalar(counted) or 0

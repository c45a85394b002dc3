"""Find a player of a group."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import Player


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """A player of a group."""
    return session.scalar(
        select(Player).where(Player.group_id == group_id, Player.uuid == uuid)
    )

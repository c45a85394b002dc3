"""What nobody has touched for long: groups, and answers kept for phones."""

from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from scorepad.store.tables import (
    Device,
    DocumentGame,
    GameRow,
    Group,
    Membership,
    RememberedAnswer,
)


def idle_groups(session: Session, since: datetime, day: int) -> tuple[Group, ...]:
    """The groups of which no device was seen since the server's *day* of that number.

    Nor a game written *since*.
    """
    seen = exists().where(
        Membership.group_id == Group.id,
        Membership.device_id == Device.id,
        Device.seen_day >= day,
    )
    played = [
        exists().where(table.group_id == Group.id, table.changed_at >= since)
        for table in (GameRow, DocumentGame)
    ]
    return tuple(
        session.scalars(
            select(Group).where(
                Group.deleted_at.is_(None),
                Group.created_at < since,
                ~seen,
                *(~each for each in played),
            )
        )
    )


def drop_answers(session: Session, before: datetime) -> None:
    """Forget the answers that were given before."""
    session.execute(
        delete(RememberedAnswer).where(RememberedAnswer.created_at < before)
    )

"""How far a game is and as what a device looks on, in one statement."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, aliased

from scorepad.store.db import connection_of
from scorepad.store.groups.members import is_lasting
from scorepad.store.looking import is_quick, quick_row
from scorepad.store.memory import memory_of
from scorepad.store.ready import Ready
from scorepad.store.tables import Device, GameRow, Group, Membership, Player

_SCORED = aliased(GameRow)


class Look(NamedTuple):
    """The revision of a game, and what the device is in its group, until then."""

    revision: int
    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


_LOOK = Ready(
    select(
        GameRow.revision,
        Membership.role,
        _SCORED.uuid.label("scores"),
        Player.uuid.label("player"),
        Membership.took_over,
        Membership.ends_at,
    )
    .join(Group, Group.id == GameRow.group_id)
    .join(Membership, Membership.group_id == Group.id)
    .join(Device, Device.id == Membership.device_id)
    .outerjoin(_SCORED, _SCORED.id == Membership.scores_game_id)
    .outerjoin(Player, Player.id == Membership.player_id)
    .where(
        Device.token_sha256 == bindparam("token_sha256"),
        # Where something is to be noted about the device, it is asked for in full.
        Device.former_sha256.is_(None),
        Device.seen_on == bindparam("today"),
        is_lasting(),
        Group.uuid == bindparam("group"),
        Group.deleted_at.is_(None),
        GameRow.uuid == bindparam("game"),
    )
)


def find_look(session: Session, asked: Mapping[str, Any]) -> Look | None:
    """What there is to see, unless it is not that simple.

    An embedded database is not asked for what it answered already.
    """
    if is_quick(session):
        row = quick_row(session, _LOOK, asked)
    else:
        row = memory_of(session).find(
            ("look", *asked.values()),
            lambda: _LOOK.row(connection_of(session), asked),
            game=asked["game"],
        )
    return None if row is None else Look(*row)

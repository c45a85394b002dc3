"""How far a game is and as what a device looks on, in one statement.

Whoever follows a game asks every two seconds. Over PostgreSQL, where other processes
write, too, nothing of that can be remembered, but nothing needs a transaction either: a
connection that has none saves beginning and ending it, and asking whether it is alive.
"""

import weakref
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Engine, bindparam, create_engine, event, select
from sqlalchemy.orm import Session, aliased

from scorepad.store.faults import FAULTS
from scorepad.store.members import is_lasting
from scorepad.store.tables import Device, GameRow, Group, Membership, Player

_SCORED = aliased(GameRow)


class Look(NamedTuple):
    """The revision of a game, and what the device is in its group."""

    revision: int
    role: str
    scores: UUID | None
    player: UUID | None


_LOOK = (
    select(GameRow.revision, Membership.role, _SCORED.uuid, Player.uuid)
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
    """What there is to see, unless this is an embedded database, or not that simple."""
    engine = _looking_at(session.get_bind().engine)
    if engine is None:
        return None
    with suppress(*FAULTS), engine.connect() as connection:
        row = connection.execute(_LOOK, asked).one_or_none()
        return None if row is None else Look(*row)
    engine.dispose()  # the server went away; who asks next finds a new connection
    return None


_looking: weakref.WeakKeyDictionary[Engine, Engine] = weakref.WeakKeyDictionary()


def _looking_at(engine: Engine) -> Engine | None:
    if engine.dialect.name == "sqlite":
        return None
    if engine not in _looking:
        looking = create_engine(
            engine.url, isolation_level="AUTOCOMMIT", hide_parameters=True
        )
        event.listen(engine, "engine_disposed", lambda _: looking.dispose())
        _looking[engine] = looking
    return _looking[engine]

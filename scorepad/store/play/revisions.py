"""Whether a game has changed, for a device that may see it, in one query."""

from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, aliased

from scorepad.store.groups.groups import is_lasting
from scorepad.store.tables import Device, GameRow, Group, Membership, Player

_SCORED = aliased(GameRow)


class Seen(NamedTuple):
    """The revision of a game, and what the device is in its group until then."""

    revision: int
    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


# Asked every two seconds by everybody who looks on, so put together once.
_SEEN: Final = (
    select(
        GameRow.revision,
        Membership.role,
        _SCORED.uuid,
        Player.uuid,
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


def find_seen(
    session: Session, token_sha256: str, today: date, *, group: UUID, game: UUID
) -> Seen | None:
    """What the device with this token sees of a game, unless it is not that simple."""
    asked = {
        "token_sha256": token_sha256,
        "today": today,
        "group": group,
        "game": game,
    }
    row = session.connection().execute(_SEEN, asked).one_or_none()
    return None if row is None else Seen(*row)

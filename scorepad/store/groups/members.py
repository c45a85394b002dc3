"""Which device is what in which group."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, func, or_, select
from sqlalchemy.orm import Session

from scorepad.store.db import connection_of
from scorepad.store.tables import Device, GameRow, Group, Membership, Player


class Found(NamedTuple):
    """A group, and what a device is in it: its role, and the game it may score."""

    group: Group
    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


class Known(NamedTuple):
    """The same by the row of the group, which is not loaded."""

    group_id: int
    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


def is_lasting() -> ColumnElement[bool]:
    """Whether a membership has not ended, by the clock of the database."""
    ends = Membership.ends_at
    return or_(ends.is_(None), ends > func.current_timestamp())


# Part of every request, so put together once.
_GROUP_OF = (
    select(
        Group,
        Membership.role,
        GameRow.uuid,
        Player.uuid,
        Membership.took_over,
        Membership.ends_at,
    )
    .join(Membership, Membership.group_id == Group.id)
    .outerjoin(GameRow, GameRow.id == Membership.scores_game_id)
    .outerjoin(Player, Player.id == Membership.player_id)
    .where(
        Group.uuid == bindparam("group"),
        Group.deleted_at.is_(None),
        Membership.device_id == bindparam("device"),
        is_lasting(),
    )
)


def find_group_of(session: Session, uuid: UUID, device_id: int) -> Found | None:
    """A group and what the device is in it."""
    asked = {"group": uuid, "device": device_id}
    row = session.execute(_GROUP_OF, asked).one_or_none()
    return None if row is None else Found(*row)


_KNOWN = _GROUP_OF.with_only_columns(
    Group.id,
    Membership.role,
    GameRow.uuid,
    Player.uuid,
    Membership.took_over,
    Membership.ends_at,
)


def find_known(session: Session, uuid: UUID, device_id: int) -> Known | None:
    """What a device is in a group, which need not be loaded."""
    asked = {"group": uuid, "device": device_id}
    row = connection_of(session).execute(_KNOWN, asked).one_or_none()
    return None if row is None else Known(*row)


def roles_of(session: Session, device_id: int) -> tuple[tuple[int, str], ...]:
    """The rows of all groups a device belongs to, deleted ones too, and as what."""
    mine = select(Membership.group_id, Membership.role).where(
        Membership.device_id == device_id, is_lasting()
    )
    return tuple((row.group_id, row.role) for row in session.execute(mine))


def is_in_others(session: Session, group: Group, device_id: int) -> bool:
    """Whether a device belongs, or belonged, to another group, too."""
    others = select(Membership.group_id).where(
        Membership.device_id == device_id, Membership.group_id != group.id
    )
    return session.scalar(others.limit(1)) is not None


class MemberRow(NamedTuple):
    """A device of a group: what it is there, and whose."""

    member: Membership
    device: Device
    name: str | None
    player: UUID | None


def members_of(session: Session, group: Group) -> tuple[MemberRow, ...]:
    """The devices that belong to a group, the first one first."""
    rows = session.execute(
        select(Membership, Device, Player.name, Player.uuid)
        .join(Device, Device.id == Membership.device_id)
        .outerjoin(Player, Player.id == Membership.player_id)
        .where(Membership.group_id == group.id, is_lasting())
        .order_by(Device.id)
    )
    return tuple(MemberRow(*row) for row in rows)


def other_owners(session: Session, group: Group, device_id: int) -> int:
    """How many devices beside this one own a group."""
    owners = select(func.count()).where(
        Membership.group_id == group.id,
        Membership.device_id != device_id,
        Membership.role == "owner",
        is_lasting(),
    )
    return session.scalar(owners) or 0


def drop_membership(session: Session, member: Membership) -> None:
    """Let a device not belong to a group any more."""
    session.delete(member)


def players_with_devices(
    session: Session, group: Group, *, but: int | None = None
) -> frozenset[UUID]:
    """The players of a group who hold a device that belongs to it, *but* that one."""
    held = (
        select(Player.uuid)
        .join(Membership, Membership.player_id == Player.id)
        .where(Membership.group_id == group.id, is_lasting())
    )
    if but is not None:
        held = held.where(Membership.device_id != but)
    return frozenset(session.scalars(held))


def find_membership(
    session: Session, group: Group, device_id: int
) -> Membership | None:
    """What a device is in a group, even if that has ended."""
    return session.get(Membership, (group.id, device_id))


def add_membership(
    session: Session, group: Group, device_id: int, *, role: str
) -> Membership:
    """Give a device a role in a group, instead of whatever it had."""
    member = find_membership(session, group, device_id)
    if member is None:
        member = Membership(group_id=group.id, device_id=device_id)
        session.add(member)
    member.role, member.ends_at = role, None
    return member

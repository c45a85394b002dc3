"""Look up and keep devices, groups, and which device is what in which group."""

from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from scorepad.store.db import connection_of
from scorepad.store.tables import Device, GameRow, Group, Membership, Player


class Found(NamedTuple):
    """A group, and what a device is in it: its role, and the game it may score."""

    group: Group
    role: str
    scores: UUID | None
    player: UUID | None
    ends_at: datetime | None


class Known(NamedTuple):
    """The same by the row of the group, which is not loaded."""

    group_id: int
    role: str
    scores: UUID | None
    player: UUID | None
    ends_at: datetime | None


def is_lasting() -> ColumnElement[bool]:
    """Whether a membership has not ended, by the clock of the database."""
    ends = Membership.ends_at
    return or_(ends.is_(None), ends > func.current_timestamp())


# Asked with every request, so put together once.
_DEVICE = select(Device).where(
    or_(
        Device.token_sha256 == bindparam("token_sha256"),
        Device.former_sha256 == bindparam("token_sha256"),
    ),
    or_(Device.seen_on.is_(None), Device.seen_on >= bindparam("since")),
)
_GROUP_OF = (
    select(Group, Membership.role, GameRow.uuid, Player.uuid, Membership.ends_at)
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


def find_device(session: Session, token_sha256: str, since: date) -> Device | None:
    """The device whose token, or whose former one, has this hash.

    Not if it was seen last before *since*: it is as good as lost.
    """
    return session.scalar(_DEVICE, {"token_sha256": token_sha256, "since": since})


_HELD_DEVICE = (
    select(Device.id)
    .where(Device.id == bindparam("device"))
    .with_for_update(key_share=True)
)


def hold_device(session: Session, device_id: int) -> None:
    """Hold a device until the transaction ends: its writes come one by one."""
    if session.get_bind().dialect.name == "sqlite":
        return  # as everybody's do
    connection_of(session).execute(_HELD_DEVICE, {"device": device_id})


def find_group(session: Session, uuid: UUID) -> Group | None:
    """A group by its id alone, deleted or not; for whoever proves a claim to it."""
    return session.scalar(select(Group).where(Group.uuid == uuid))


def find_group_of(session: Session, uuid: UUID, device_id: int) -> Found | None:
    """A group and what the device is in it."""
    asked = {"group": uuid, "device": device_id}
    row = session.execute(_GROUP_OF, asked).one_or_none()
    return None if row is None else Found(*row)


_KNOWN = _GROUP_OF.with_only_columns(
    Group.id, Membership.role, GameRow.uuid, Player.uuid, Membership.ends_at
)


def find_known(session: Session, uuid: UUID, device_id: int) -> Known | None:
    """What a device is in a group, which need not be loaded."""
    asked = {"group": uuid, "device": device_id}
    row = connection_of(session).execute(_KNOWN, asked).one_or_none()
    return None if row is None else Known(*row)


def groups_of(session: Session, device_id: int) -> tuple[Group, ...]:
    """The groups a device belongs to, the newest first."""
    return tuple(
        session.scalars(
            select(Group)
            .join(Membership, Membership.group_id == Group.id)
            .where(
                Membership.device_id == device_id,
                Group.deleted_at.is_(None),
                is_lasting(),
            )
            .order_by(Group.id.desc())
        )
    )


def holders_of(session: Session, group_id: int) -> dict[int, str]:
    """The names of the players who hold a device of a group, by the device."""
    rows = session.execute(
        select(Membership.device_id, Player.name)
        .join(Player, Player.id == Membership.player_id)
        .where(Membership.group_id == group_id)
    )
    return {row.device_id: row.name for row in rows}


_HOLDER = (
    select(Device.kind, Player.name)
    .outerjoin(
        Membership,
        and_(
            Membership.device_id == Device.id,
            Membership.group_id == bindparam("group"),
        ),
    )
    .outerjoin(Player, Player.id == Membership.player_id)
    .where(Device.id == bindparam("device"))
)


def find_holder(
    session: Session, group_id: int, device_id: int
) -> tuple[str | None, str | None]:
    """The kind of a device, and the name of the player who holds it in a group."""
    asked = {"group": group_id, "device": device_id}
    row = connection_of(session).execute(_HOLDER, asked).one()
    return row.kind, row.name


def groups_owned(session: Session, device_id: int, *, role: str) -> tuple[Group, ...]:
    """The groups in which a device has this role, the newest first."""
    return tuple(
        session.scalars(
            select(Group)
            .join(Membership, Membership.group_id == Group.id)
            .where(
                Membership.device_id == device_id,
                Membership.role == role,
                Group.deleted_at.is_(None),
                is_lasting(),
            )
            .order_by(Group.id.desc())
        )
    )


def is_in_others(session: Session, group: Group, device_id: int) -> bool:
    """Whether a device belongs, or belonged, to another group, too."""
    others = select(Membership.group_id).where(
        Membership.device_id == device_id, Membership.group_id != group.id
    )
    return session.scalar(others.limit(1)) is not None


def group_to_recover(session: Session, recovery_sha256: str) -> Group | None:
    """The group that can be come back to with what has this hash; held."""
    return session.scalar(
        select(Group)
        .where(Group.recovery_sha256 == recovery_sha256, Group.deleted_at.is_(None))
        .with_for_update(key_share=True)
    )


def all_groups(session: Session) -> tuple[tuple[Group, int], ...]:
    """Every group that is not deleted, and how many devices belong to it."""
    rows = session.execute(
        select(Group, func.count(Membership.device_id))
        .outerjoin(Membership, Membership.group_id == Group.id)
        .where(Group.deleted_at.is_(None))
        .group_by(Group.id)
        .order_by(Group.id)
    )
    return tuple((group, devices) for group, devices in rows)


def first_steps(session: Session, group: Group, *, at_most: int) -> tuple[int, int]:
    """How many devices and finished games a group has; *at_most* so many count."""
    devices = (
        select(Membership.device_id)
        .where(Membership.group_id == group.id, is_lasting())
        .limit(at_most)
    )
    finished = (
        select(GameRow.id)
        .where(
            GameRow.group_id == group.id,
            GameRow.finished_at.is_not(None),
            GameRow.deleted_at.is_(None),
        )
        .limit(at_most)
    )
    counts = select(
        *(
            select(func.count()).select_from(some.subquery()).scalar_subquery()
            for some in (devices, finished)
        )
    )
    row = session.execute(counts).one()
    return row[0], row[1]


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


def deleted_groups(
    session: Session, device_id: int, since: datetime, *, role: str
) -> tuple[Group, ...]:
    """The groups deleted since then in which a device had this role."""
    return tuple(
        session.scalars(
            select(Group)
            .join(Membership, Membership.group_id == Group.id)
            .where(
                Membership.device_id == device_id,
                Membership.role == role,
                Group.deleted_at > since,
            )
            .order_by(Group.deleted_at.desc())
        )
    )


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

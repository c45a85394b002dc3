"""Groups, memberships of devices, and the revision of a group."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from scorepad.db.engine import connection_of
from scorepad.db.history import Reader
from scorepad.db.tables import AnyGame, Device, GameRow, Group, Membership, Player


def lock_group(session: Session, group: Group) -> bool:
    """Lock a group until the transaction ends; return whether it still exists."""
    locked = select(Group.deleted_at).where(Group.id == group.id)
    return session.scalar(locked.with_for_update(key_share=True)) is None


def is_lasting() -> ColumnElement[bool]:
    """Return the condition for memberships that have not expired."""
    ends = Membership.ends_at
    return or_(ends.is_(None), ends > func.current_timestamp())


class Belonging(NamedTuple):
    """A membership row: role, the game it may score, and its player."""

    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


# Not GameRow: its filter by kind of game would cost time.
SCORED: Final = AnyGame.__table__.alias("scored")
HOLDER: Final = aliased(Player)
MEMBER: Final = (
    Membership.role,
    SCORED.c.uuid.label("scores"),
    HOLDER.uuid.label("holder"),
    Membership.took_over,
    Membership.ends_at,
)
"""The columns of a :class:`Belonging`; :func:`of_member` joins their tables."""


_DEVICE: Final[ColumnElement[int]] = bindparam("device")


def of_member(wanted: Select[Any], device: ColumnElement[int] = _DEVICE) -> Select[Any]:
    """Join the tables of :data:`MEMBER` to a query of groups, for one *device*."""
    return (
        wanted.join(Membership, Membership.group_id == Group.id)
        .outerjoin(SCORED, SCORED.c.id == Membership.scores_game_id)
        .outerjoin(HOLDER, HOLDER.id == Membership.player_id)
        .where(
            Group.uuid == bindparam("group"),
            Group.deleted_at.is_(None),
            Membership.device_id == device,
            is_lasting(),
        )
    )


def find_membership(
    session: Session, group: Group, device_id: int
) -> Membership | None:
    """Return the membership of a device in a group, expired or not."""
    return session.get(Membership, (group.id, device_id))


def add_membership(
    session: Session, group: Group, device_id: int, *, role: str
) -> Membership:
    """Add a membership, or replace role and expiry of the existing one."""
    member = find_membership(session, group, device_id)
    if member is None:
        member = Membership(group_id=group.id, device_id=device_id)
        session.add(member)
    member.role, member.ends_at = role, None
    return member


def groups_of(
    by: Reader, *, role: str | None = None, deleted: bool = False
) -> tuple[Group, ...]:
    """Return a device's groups, or *deleted* ones; by *role* if given, last first."""
    groups = select(Group).join(Membership, Membership.group_id == Group.id)
    mine = groups.where(Membership.device_id == by.device_id)
    if role is not None:
        mine = mine.where(Membership.role == role)
    if deleted:
        mine = mine.where(Group.deleted_at.is_not(None))
        return tuple(by.session.scalars(mine.order_by(Group.deleted_at.desc())))
    mine = mine.where(Group.deleted_at.is_(None), is_lasting())
    return tuple(by.session.scalars(mine.order_by(Group.id.desc())))


GroupInUse = tuple[Group, int, date | None]
"""A group, how many players it has, and when they finished a game last."""


def groups_in_use(by: Reader) -> list[GroupInUse]:
    """Return the groups of a device, the one that was changed last first."""
    if by.device_id is None:
        return []
    games = AnyGame.group_id == Group.id, AnyGame.deleted_at.is_(None)
    people = select(func.count(Player.id)).where(
        Player.group_id == Group.id,
        Player.archived.is_(False),
        Player.merged_into.is_(None),
    )
    played = select(func.max(AnyGame.played_on)).where(
        *games, AnyGame.finished_at.is_not(None)
    )
    changed = select(func.max(AnyGame.changed_at)).where(*games).scalar_subquery()
    rows = by.session.execute(
        select(Group, people.scalar_subquery(), played.scalar_subquery())
        .join(Membership, Membership.group_id == Group.id)
        .where(Membership.device_id == by.device_id, Group.deleted_at.is_(None))
        .where(is_lasting())
        .order_by(func.coalesce(changed, Group.created_at).desc(), Group.id.desc())
    )
    return [(group, people, played) for group, people, played in rows]


def page_state(session: Session, uuid: UUID) -> tuple[object, ...]:
    """Return what identifies the state of all pages of a group, first its revision."""
    return tuple(connection_of(session).execute(_STATE, {"group": uuid}).one())


_STATE = select(
    Group.revision,
    # Grows until a game is finished or deleted, which raises the revision above.
    select(func.sum(GameRow.revision))
    .where(
        GameRow.group_id == Group.id,
        GameRow.finished_at.is_(None),
        GameRow.deleted_at.is_(None),
    )
    .scalar_subquery(),
    select(func.count(Membership.device_id))
    .where(Membership.group_id == Group.id, is_lasting())
    .scalar_subquery(),
    Group.recovery_sha256.is_(None),
).where(Group.uuid == bindparam("group"))


def raise_revision(session: Session, *group_ids: int) -> None:
    """Raise the revision of cached pages of groups; call it last, as it locks rows."""
    session.execute(
        update(Group)
        .where(Group.id.in_(group_ids))
        .values(revision=Group.revision + 1)
        .execution_options(synchronize_session=False)
    )


_HELD_DEVICE = (
    select(Device.id)
    .where(Device.id == bindparam("device"))
    .with_for_update(key_share=True)
)


def lock_device(session: Session, device_id: int) -> None:
    """Lock a device until the transaction ends, which serializes its writes."""
    if session.get_bind().dialect.name == "sqlite":
        return  # all writes are serialized
    connection_of(session).execute(_HELD_DEVICE, {"device": device_id})


def find_holders(
    session: Session, group_id: int, device_ids: Collection[int]
) -> dict[int, Row[int, str | None, str | None]]:
    """Return *kind* and *name* (of the player) of devices in a group, by their ids."""
    mine = and_(Membership.device_id == Device.id, Membership.group_id == group_id)
    rows = session.execute(
        select(Device.id, Device.kind, Player.name)
        .outerjoin(Membership, mine)
        .outerjoin(Player, Player.id == Membership.player_id)
        .where(Device.id.in_(device_ids))
    )
    return {row.id: row for row in rows}

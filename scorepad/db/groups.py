"""Groups and memberships: those of a device, how much is in a group, its revision."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_, select, update
from sqlalchemy.orm import Session, aliased, lazyload

from scorepad.db.engine import connection_of
from scorepad.db.tables import (
    AnyGame,
    Device,
    GameRow,
    Group,
    Invite,
    Membership,
    Player,
)


def lock_group(session: Session, group: Group) -> bool:
    """Lock a group until the transaction ends: one change of its people at a time.

    Tell whether it is still there: whoever locked it before may have deleted it.
    """
    locked = select(Group.deleted_at).where(Group.id == group.id)
    return session.scalar(locked.with_for_update(key_share=True)) is None


def is_lasting() -> ColumnElement[bool]:
    """Whether a membership has not ended, by the clock of the database."""
    ends = Membership.ends_at
    return or_(ends.is_(None), ends > func.current_timestamp())


class Belonging(NamedTuple):
    """What a device is in a group: its role, and the game it may score."""

    role: str
    scores: UUID | None
    player: UUID | None
    took_over: bool
    ends_at: datetime | None


# Not GameRow: every query of one kind of game filters by it, which costs time.
SCORED: Final = AnyGame.__table__.alias("scored")
HOLDER: Final = aliased(Player)
MEMBER: Final = (
    Membership.role,
    SCORED.c.uuid.label("scores"),
    HOLDER.uuid.label("holder"),
    Membership.took_over,
    Membership.ends_at,
)
"""What a :class:`Belonging` is made of; :func:`of_member` joins it to a group."""


def of_member(wanted: Select[Any]) -> Select[Any]:
    """Join what :data:`MEMBER` asks for to a group, and ask for one device's."""
    return (
        wanted.join(Membership, Membership.group_id == Group.id)
        .outerjoin(SCORED, SCORED.c.id == Membership.scores_game_id)
        .outerjoin(HOLDER, HOLDER.id == Membership.player_id)
        .where(
            Group.uuid == bindparam("group"),
            Group.deleted_at.is_(None),
            Membership.device_id == bindparam("device"),
            is_lasting(),
        )
    )


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


def groups_of(
    session: Session,
    device_id: int,
    *,
    role: str | None = None,
    deleted: bool = False,
) -> tuple[Group, ...]:
    """The groups a device belongs to, or has this role in, the newest first.

    Or those it had it in when they were *deleted*, the last one first.
    """
    groups = select(Group).join(Membership, Membership.group_id == Group.id)
    mine = groups.where(Membership.device_id == device_id)
    if role is not None:
        mine = mine.where(Membership.role == role)
    if deleted:
        mine = mine.where(Group.deleted_at.is_not(None))
        return tuple(session.scalars(mine.order_by(Group.deleted_at.desc())))
    mine = mine.where(Group.deleted_at.is_(None), is_lasting())
    return tuple(session.scalars(mine.order_by(Group.id.desc())))


def page_state(session: Session, uuid: UUID) -> tuple[object, ...]:
    """What tells one state of all pages of a group from every other.

    That is its revision, the rounds of running games, and what its devices are reminded
    of. One query.
    """
    return tuple(connection_of(session).execute(_STATE, {"group": uuid}).one())


_STATE = select(
    Group.revision,
    # These grow until one is finished or deleted, which raises the revision above.
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
    """Say that pages of these groups are out of date.

    For every write that changes statistics or names; who saves a round of a running
    game need not. Called last, since nothing should wait for the locked row.
    """
    session.execute(
        update(Group)
        .where(Group.id.in_(group_ids))
        .values(revision=Group.revision + 1)
        .execution_options(synchronize_session=False)
    )


def some_games(
    session: Session, group: Group, game: UUID | None, *, at_most: int
) -> tuple[AnyGame, ...]:
    """One game of a group or, without one, some of all; held, without their rounds."""
    wanted = select(AnyGame).where(AnyGame.group_id == group.id)
    if game is not None:
        wanted = wanted.where(AnyGame.uuid == game)
    return tuple(
        session.scalars(
            wanted.order_by(AnyGame.id)
            .limit(at_most)
            .options(lazyload(GameRow.rounds))
            .with_for_update(of=AnyGame)
        )
    )


def let_go(session: Session, row_ids: Sequence[int]) -> None:
    """Let nobody score games by what they were let do in the group before."""
    session.execute(
        update(Membership)
        .where(Membership.scores_game_id.in_(row_ids))
        .values(scores_game_id=None)
    )
    session.execute(
        update(Invite).where(Invite.game_id.in_(row_ids)).values(game_id=None)
    )


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


def holders_of(session: Session, group_id: int) -> dict[int, str]:
    """The names of the players who hold a device of a group, by the device."""
    rows = session.execute(
        select(Membership.device_id, Player.name)
        .join(Player, Player.id == Membership.player_id)
        .where(Membership.group_id == group_id)
    )
    return {row.device_id: row.name for row in rows}


class Holder(NamedTuple):
    """The kind of a device, and the name of the player who holds it in a group."""

    kind: str | None
    name: str | None


def find_holders(
    session: Session, group_id: int, device_ids: Collection[int]
) -> dict[int, Holder]:
    """Who holds these devices in a group, by the device."""
    mine = and_(Membership.device_id == Device.id, Membership.group_id == group_id)
    rows = session.execute(
        select(Device.id, Device.kind, Player.name)
        .outerjoin(Membership, mine)
        .outerjoin(Player, Player.id == Membership.player_id)
        .where(Device.id.in_(device_ids))
    )
    return {row.id: Holder(row.kind, row.name) for row in rows}

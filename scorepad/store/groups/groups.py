"""Groups: one by its id, those of a device, all there are, and how much is in one."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, Select, bindparam, func, select, update
from sqlalchemy.orm import Session, lazyload

from scorepad.store.db import connection_of
from scorepad.store.groups.members import is_lasting
from scorepad.store.tables import (
    DocumentGame,
    GameRow,
    Group,
    Invite,
    Membership,
    Player,
)


def find_group(session: Session, uuid: UUID) -> Group | None:
    """A group by its id alone, deleted or not; for whoever proves a claim to it."""
    return session.scalar(select(Group).where(Group.uuid == uuid))


def groups_of(session: Session, device_id: int) -> tuple[Group, ...]:
    """The groups a device belongs to, the newest first."""
    lasting = Group.deleted_at.is_(None), is_lasting()
    rows = _with(device_id, *lasting).order_by(Group.id.desc())
    return tuple(session.scalars(rows))


def groups_owned(session: Session, device_id: int, *, role: str) -> tuple[Group, ...]:
    """The groups in which a device has this role, the newest first."""
    lasting = Group.deleted_at.is_(None), is_lasting()
    rows = _with(device_id, Membership.role == role, *lasting)
    return tuple(session.scalars(rows.order_by(Group.id.desc())))


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


def deleted_groups(session: Session, device_id: int, *, role: str) -> tuple[Group, ...]:
    """The deleted groups in which a device had this role, the last one first."""
    rows = _with(device_id, Membership.role == role, Group.deleted_at.is_not(None))
    return tuple(session.scalars(rows.order_by(Group.deleted_at.desc())))


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


def _with(device_id: int, *conditions: ColumnElement[bool]) -> Select[Group]:
    return (
        select(Group)
        .join(Membership, Membership.group_id == Group.id)
        .where(Membership.device_id == device_id, *conditions)
    )


def some_games(
    session: Session, group: Group, game: UUID | None, *, at_most: int
) -> tuple[GameRow, ...]:
    """One game of a group or, without one, some of all; held, without their rounds."""
    wanted = select(GameRow).where(GameRow.group_id == group.id)
    if game is not None:
        wanted = wanted.where(GameRow.uuid == game)
    return tuple(
        session.scalars(
            wanted.order_by(GameRow.id)
            .limit(at_most)
            .options(lazyload(GameRow.rounds))
            .with_for_update(of=GameRow)
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

"""Look up and keep the ways into a group, and the codes that were wrong."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Delete,
    and_,
    delete,
    func,
    not_,
    or_,
    select,
    text,
)
from sqlalchemy.orm import Session

from scorepad.store.tables import Group, Invite, OpenDoor, WrongTry

KEPT_FOR = timedelta(days=1)
DOOR_STAYS_OPEN: Final = timedelta(minutes=10)


def invites_of(session: Session, group: Group, at: datetime) -> tuple[Invite, ...]:
    """The links that still let people into a group, the newest first."""
    found = select(Invite).where(Invite.group_id == group.id, _is_good(at))
    return tuple(session.scalars(found.order_by(Invite.id.desc())))


def named_invites(session: Session, group_id: int) -> tuple[Invite, ...]:
    """All links of a group that say whom they are for, also those that have ended."""
    found = select(Invite).where(Invite.group_id == group_id, Invite.name.is_not(None))
    return tuple(session.scalars(found))


def count_invites(session: Session, group: Group, at: datetime) -> int:
    """How many links still let people into a group."""
    found = select(func.count()).where(Invite.group_id == group.id, _is_good(at))
    return session.scalar(found) or 0


def _is_good(at: datetime) -> ColumnElement[bool]:
    """Whether a link lets people in.

    One with an end that was made later than now was made by a clock that was ahead.
    """
    in_time = and_(Invite.ends_at > at, Invite.made_at <= at + KEPT_FOR)
    return or_(Invite.ends_at.is_(None), in_time)


def add_invite(session: Session, row: Invite) -> None:
    """Keep a link; those of its group that have ended are forgotten."""
    session.execute(
        delete(Invite).where(
            Invite.group_id == row.group_id, Invite.ends_at <= row.made_at
        )
    )
    session.add(row)


def drop_invite(session: Session, group: Group, uuid: UUID) -> bool:
    """End a link of a group; tell whether there was one."""
    found = delete(Invite).where(Invite.group_id == group.id, Invite.uuid == uuid)
    return _count(session, found) > 0


def drop_ways_of(session: Session, group: Group, device_id: int) -> None:
    """End the links and the code that a device made for a group."""
    session.execute(
        delete(Invite).where(Invite.group_id == group.id, Invite.made_by == device_id)
    )
    session.execute(
        delete(OpenDoor).where(
            OpenDoor.group_id == group.id, OpenDoor.opened_by == device_id
        )
    )


def find_invite(
    session: Session, secret_sha256: str, at: datetime
) -> tuple[Group, Invite] | None:
    """The link with this secret, and its group, if it still lets people in."""
    row = session.execute(
        select(Group, Invite)
        .join(Invite, Invite.group_id == Group.id)
        .where(
            Invite.secret_sha256 == secret_sha256,
            Group.deleted_at.is_(None),
            _is_good(at),
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def find_door(session: Session, group: Group, at: datetime) -> OpenDoor | None:
    """The open door of a group."""
    return session.scalar(
        select(OpenDoor).where(OpenDoor.group_id == group.id, _is_open(at))
    )


def _is_open(at: datetime) -> ColumnElement[bool]:
    """Whether a door is open.

    One that ends later than any can was opened by a clock that was ahead.
    """
    return OpenDoor.ends_at.between(at, at + 2 * DOOR_STAYS_OPEN)


def door_named(
    session: Session, handle: str, at: datetime
) -> tuple[Group, OpenDoor] | None:
    """The open door with this handle, and its group."""
    row = session.execute(
        select(Group, OpenDoor)
        .join(OpenDoor, OpenDoor.group_id == Group.id)
        .where(OpenDoor.handle == handle, _is_open(at), Group.deleted_at.is_(None))
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def free_handle(
    session: Session, group: Group, at: datetime, chance: Callable[[], str]
) -> str:
    """A handle that no open door has; what closed by itself is cleared away."""
    session.execute(
        delete(OpenDoor).where(or_(~_is_open(at), OpenDoor.group_id == group.id))
    )
    taken = set(session.scalars(select(OpenDoor.handle)))
    return next(handle for handle in iter(chance, None) if handle not in taken)


def set_door(session: Session, door: OpenDoor) -> None:
    """Open a door."""
    session.add(door)


def close_door(session: Session, group: Group) -> None:
    """Close the door of a group."""
    session.execute(delete(OpenDoor).where(OpenDoor.group_id == group.id))


def hold_tries(session: Session) -> None:
    """Let codes be tried one after the other, so that no limit is jumped."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE wrong_try IN SHARE ROW EXCLUSIVE MODE"))


def count_tries(
    session: Session,
    at: datetime,
    span: timedelta,
    *,
    group: Group | None = None,
    address: str | None = None,
) -> int:
    """How many codes were wrong lately: of a group, or from an address.

    What lies further ahead was noted by a clock that has been set back; a little ahead
    is nothing, since who tries at once is looked at in any order.
    """
    lately = WrongTry.at > at - span, WrongTry.at <= at + span
    found = select(func.count()).select_from(WrongTry).where(*lately)
    if group is not None:
        found = found.where(WrongTry.group_id == group.id)
    if address is not None:
        found = found.where(WrongTry.address == address)
    return session.scalar(found) or 0


def forget_tries(session: Session, at: datetime) -> None:
    """Forget what was wrong more than a day ago, or as far ahead."""
    kept = WrongTry.at > at - KEPT_FOR, WrongTry.at <= at + KEPT_FOR
    session.execute(delete(WrongTry).where(not_(and_(*kept))))


def note_try(session: Session, group: Group, address: str, at: datetime) -> None:
    """Remember that a code was wrong; what is older than a day is forgotten."""
    forget_tries(session, at)
    session.add(WrongTry(group_id=group.id, address=address, at=at))


def _count(session: Session, statement: Delete) -> int:
    result: Any = session.execute(statement)
    return int(result.rowcount)

"""Which devices are in a group, and what its owners decide about them."""

import secrets
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotThereError, RefusedError
from scorepad.services.groups.arriving import VIEWERS_STAY, is_less
from scorepad.services.groups.holding import sha256_of
from scorepad.services.permissions import (
    Action,
    Role,
    can,
    group_and_member,
    group_for,
)
from scorepad.store.db import write_transaction
from scorepad.store.groups.invites import drop_ways_of
from scorepad.store.groups.members import (
    MemberRow,
    drop_membership,
    find_membership,
    members_of,
    other_owners,
)
from scorepad.store.groups.people import hold_group
from scorepad.store.play.history import Stamp
from scorepad.store.tables import Group, Membership


class LastOwnerError(RefusedError):
    """A group needs an owner: somebody else must become one first."""


@dataclass(frozen=True, slots=True)
class MemberDevice:
    """A device of a group, as its owners see it.

    *name* is that of the player who holds it. It may keep the score of one game
    besides where *scores_one*; it belongs to the group until it *ends_at*.
    """

    id_: int
    name: str | None
    player_id: UUID | None
    kind: str | None
    role: Role
    scores_one: bool
    seen_on: date | None
    ends_at: datetime | None
    is_me: bool


@dataclass(frozen=True, slots=True)
class Oversight:
    """What somebody sees of the people of a group; *devices* only if *may_arrange*.

    What is kept of them *is_told* where nobody else says that they are the same.
    """

    group_id: UUID
    group_name: str | None
    me: MemberDevice
    may_play: bool
    may_let_in: bool
    may_arrange: bool
    is_told: bool
    devices: tuple[MemberDevice, ...]


def oversight(session: Session, device_id: int | None, gid: UUID) -> Oversight:
    """Who is in a group, as far as this device may know.

    :raises NotThereError: the device does not belong to such a group.
    """
    group, member = group_and_member(session, device_id, gid, Action.READ)
    devices = tuple(
        _told(row, is_me=row.device.id == device_id)
        for row in members_of(session, group)
    )
    may_arrange = can(member, Action.ARRANGE)
    me = next(each for each in devices if each.is_me)
    same = [each for each in devices if each.player_id == me.player_id]
    return Oversight(
        group_id=group.uuid,
        group_name=group.name,
        me=me,
        may_play=can(member, Action.PLAY),
        may_let_in=can(member, Action.LET_IN),
        may_arrange=may_arrange,
        is_told=me.player_id is not None and (may_arrange or same == [me]),
        devices=devices if may_arrange else (),
    )


def _told(row: MemberRow, *, is_me: bool) -> MemberDevice:
    return MemberDevice(
        id_=row.device.id,
        name=row.name,
        player_id=row.player,
        kind=row.device.kind,
        role=Role(row.member.role),
        scores_one=row.member.scores_game_id is not None,
        seen_on=row.device.seen_on,
        ends_at=row.member.ends_at,
        is_me=is_me,
    )


def revoke(session: Session, stamp: Stamp, gid: UUID, device_id: int) -> None:
    """Put a device out of the group, with the links and codes it made.

    It is out at its next request. Where it was an owner's, the key of the group ends,
    since it may know it.

    :raises NotThereError: the device that asks, or the other, is in no such group.
    :raises NotAllowedError: it is, but may not arrange things.
    :raises LastOwnerError: nobody would be left to look after the group.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        _put_out(session, group, _held(session, group, device_id))
        session.commit()


def leave(session: Session, stamp: Stamp, gid: UUID) -> None:
    """Take this device out of the group.

    :raises NotThereError: it belongs to no such group.
    :raises LastOwnerError: nobody would be left to look after the group.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.READ)
        _put_out(session, group, _held(session, group, stamp.device_id))
        session.commit()


def give_role(
    session: Session, stamp: Stamp, gid: UUID, device_id: int, role: Role
) -> None:
    """Let a device do more, or less; also what it was let do besides is forgotten.

    Of a device that may do less from now on, the links and the code end that it made.

    :raises NotThereError: the device that asks, or the other, is in no such group.
    :raises NotAllowedError: it is, but may not arrange things.
    :raises LastOwnerError: nobody would be left to look after the group.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        member = _held(session, group, device_id)
        _change(session, group, member, role)
        member.ends_at = stamp.at + VIEWERS_STAY if role is Role.VIEWER else None
        session.commit()


def hand_over(session: Session, stamp: Stamp, gid: UUID, device_id: int) -> None:
    """Let another device own the group; this one goes on as a scorekeeper.

    :raises NotThereError: the device that asks, or the other, is in no such group.
    :raises NotAllowedError: it is, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        heir = _held(session, group, device_id)
        if device_id == stamp.device_id:
            raise LastOwnerError
        _change(session, group, heir, Role.OWNER)
        heir.ends_at = None
        session.flush()
        mine = _held(session, group, stamp.device_id)
        _change(session, group, mine, Role.SCOREKEEPER)
        session.commit()


def _held(session: Session, group: Group, device_id: int) -> Membership:
    hold_group(session, group)
    member = find_membership(session, group, device_id)
    if member is None:
        raise NotThereError
    return member


def _change(session: Session, group: Group, member: Membership, role: Role) -> None:
    if member.role == Role.OWNER and role is not Role.OWNER:
        _unown(session, group, member)
    if is_less(role, Role(member.role)):
        # It knows them, and would come back by them as what it was.
        drop_ways_of(session, group, member.device_id)
    member.role, member.scores_game_id = role, None


def _put_out(session: Session, group: Group, member: Membership) -> None:
    if member.role == Role.OWNER:
        _unown(session, group, member)
    drop_ways_of(session, group, member.device_id)
    drop_membership(session, member)


def _unown(session: Session, group: Group, member: Membership) -> None:
    """Whoever is no owner any more must not come back as one by what it knows."""
    if not other_owners(session, group, member.device_id):
        raise LastOwnerError
    group.claim_sha256 = sha256_of(secrets.token_urlsafe(32))
    group.recovery_sha256 = None

"""Letting people in: links with a role and an end, and the code for the table."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.services.errors import (
    NotAllowedError,
    NotThereError,
    RefusedError,
)
from scorepad.services.groups.holding import sha256_of
from scorepad.services.inputs import name_or_none
from scorepad.services.permissions import (
    Action,
    Member,
    Role,
    can,
    game_for,
    group_and_member,
    group_for,
)
from scorepad.store.db import write_transaction
from scorepad.store.groups.invites import (
    DOOR_STAYS_OPEN,
    add_invite,
    close_door,
    count_invites,
    drop_invite,
    find_door,
    free_handle,
    invites_of,
    set_door,
)
from scorepad.store.groups.people import hold_group
from scorepad.store.play.history import Stamp
from scorepad.store.tables import Group, Invite, OpenDoor

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, so that nothing can be misread or spell a word."""

HANDLE_LENGTH: Final = 3
CODE_LENGTH: Final = 8
SECRET_BYTES: Final = 16
MOST_INVITES: Final = 50


class TooManyInvitesError(RefusedError):
    """A group has as many links as it may: one must be ended first."""


@dataclass(frozen=True, slots=True)
class InviteEntry:
    """A link as somebody wants it; without *lasts* it is good until it is ended.

    *game* is one whose score may be kept by whoever comes; *name* is for the list.
    """

    role: Role
    lasts: timedelta | None
    game: UUID | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class DoorEntry:
    """Whom a code shall let in.

    *wide* for a hall full of people, of whom many mistype and all come from one
    address.
    """

    role: Role
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Hall:
    """What the page of the ways in shows.

    *opened* tells until when a code lets people in; *may_name_scorekeepers* whether
    this device may hand out more than looking and playing.
    """

    group_id: UUID
    group_name: str | None
    opened_until: datetime | None
    invites: tuple[Invite, ...]
    may_name_scorekeepers: bool


@dataclass(frozen=True, slots=True)
class OpenedDoor:
    """A code that was just made, and how long it is good."""

    code: str
    ends_at: datetime


def hall_of(session: Session, device_id: int | None, gid: UUID, at: datetime) -> Hall:
    """The ways into a group that are open.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not let anybody in.
    """
    group, member = group_and_member(session, device_id, gid, Action.LET_IN)
    door = find_door(session, group, at)
    return Hall(
        group_id=group.uuid,
        group_name=group.name,
        opened_until=None if door is None else door.ends_at,
        invites=tuple(invites_of(session, group, at)),
        may_name_scorekeepers=can(member, Action.ARRANGE),
    )


def invite(session: Session, stamp: Stamp, gid: UUID, entry: InviteEntry) -> str:
    """Make a link; tell its secret, which is not kept.

    :raises NotThereError: the device does not belong to a group with such a game.
    :raises NotAllowedError: it does, but may not let anybody in with that role.
    :raises EntryRefusedError: the name is none.
    :raises TooManyInvitesError: there are enough.
    """
    with write_transaction(session):
        group, member = group_and_member(session, stamp.device_id, gid, Action.LET_IN)
        _check_role(member, entry)
        hold_group(session, group)
        if count_invites(session, group, stamp.at) >= MOST_INVITES:
            raise TooManyInvitesError
        secret = secrets.token_urlsafe(SECRET_BYTES)
        add_invite(session, _row(session, group, stamp, entry, secret))
        session.commit()
        return secret


def _check_role(member: Member, entry: InviteEntry) -> None:
    """Nobody hands out more than players' rights but who arranges things.

    And the score of one game, which whoever keeps it may let others keep.
    """
    may_score = entry.game is None or can(member, Action.SCORE, entry.game)
    plain = entry.role in {Role.PLAYER, Role.VIEWER} and may_score
    if entry.role is Role.OWNER or not (plain or can(member, Action.ARRANGE)):
        raise NotAllowedError


def _row(
    session: Session, group: Group, stamp: Stamp, entry: InviteEntry, secret: str
) -> Invite:
    game = None
    if entry.game is not None:
        game = game_for(session, group, entry.game, hold=False).id
    return Invite(
        uuid=uuid4(),
        group_id=group.id,
        secret_sha256=sha256_of(secret),
        role=entry.role,
        game_id=game,
        name=name_or_none(entry.name),
        made_by=stamp.device_id,
        made_at=stamp.at,
        ends_at=None if entry.lasts is None else stamp.at + entry.lasts,
    )


def end_invite(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Let nobody in by a link any more; whoever came by it stays.

    :raises NotThereError: the device does not belong to a group with such a link.
    :raises NotAllowedError: it does, but may not let people in or keep them out.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.LET_IN)
        if not drop_invite(session, group, uuid):
            raise NotThereError
        session.commit()


def open_door(
    session: Session, stamp: Stamp, gid: UUID, entry: DoorEntry, pepper: str
) -> OpenedDoor:
    """Let people in for ten minutes by a new code, instead of any before it.

    *pepper* is the secret of the server.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not let anybody in.
    """
    with write_transaction(session):
        group, member = group_and_member(session, stamp.device_id, gid, Action.LET_IN)
        _check_role(member, InviteEntry(entry.role, None))
        hold_group(session, group)
        handle = free_handle(session, group, stamp.at, lambda: _chance(HANDLE_LENGTH))
        secret = _chance(CODE_LENGTH - HANDLE_LENGTH)
        ends_at = stamp.at + DOOR_STAYS_OPEN
        set_door(
            session,
            OpenDoor(
                group_id=group.id,
                handle=handle,
                secret_hmac=peppered(handle + secret, pepper),
                role=entry.role,
                wide=entry.wide,
                opened_by=stamp.device_id,
                ends_at=ends_at,
            ),
        )
        session.commit()
        return OpenedDoor(handle + secret, ends_at)


def shut_door(session: Session, stamp: Stamp, gid: UUID) -> None:
    """Let nobody in by the code any more.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not let people in or keep them out.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.LET_IN)
        close_door(session, group)
        session.commit()


def peppered(text: str, pepper: str) -> str:
    """What is kept of something so short that its plain hash could be tried out."""
    return hmac.new(pepper.encode(), text.encode(), hashlib.sha256).hexdigest()


def _chance(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))

"""Keeping a group safe: a code to come back with when all its devices are lost."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotThereError
from scorepad.services.groups.holding import sha256_of
from scorepad.services.groups.inviting import ALPHABET
from scorepad.services.permissions import Action, Member, can, group_for
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import all_groups, find_group, first_steps
from scorepad.store.play.history import Stamp
from scorepad.store.tables import Group

RECOVERY_LENGTH: Final = 24
"""120 bits: nobody guesses that, so wrong ones need no limit."""


@dataclass(frozen=True, slots=True)
class Reminders:
    """What somebody is reminded of after the first games, and never before.

    *keep_safe* until a code to come back with was made; *show_code* while only one
    device is in the group and one game is finished.
    """

    keep_safe: bool = False
    show_code: bool = False


@dataclass(frozen=True, slots=True)
class KnownGroup:
    """A group as the operator of a server sees it: nothing of its games."""

    id_: UUID
    name: str | None
    devices: int
    created_at: datetime


def reminders_for(session: Session, group: Group, member: Member) -> Reminders:
    """What a device of a group is reminded of, if it can do something about it."""
    if not can(member, Action.LET_IN):
        return Reminders()
    devices, finished = first_steps(session, group, at_most=2)
    may_keep = can(member, Action.ARRANGE) and group.recovery_sha256 is None
    return Reminders(
        keep_safe=may_keep and finished > 0,
        show_code=devices == 1 and finished == 1,
    )


def may_keep_safe(session: Session, device_id: int | None, gid: UUID) -> Group:
    """The group, for whoever may keep it safe.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    return group_for(session, device_id, gid, Action.ARRANGE)


def keep_safe(session: Session, stamp: Stamp, gid: UUID) -> str:
    """Make the code with which somebody comes back once, instead of any before it.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        code = _renew(group)
        session.commit()
        return code


def rescue(session: Session, gid: UUID) -> str:
    """The same for the operator of the server, who needs no device in the group.

    :raises NotThereError: there is no such group, or it is deleted.
    """
    with write_transaction(session):
        group = find_group(session, gid)
        if group is None or group.deleted_at is not None:
            raise NotThereError
        code = _renew(group)
        session.commit()
        return code


def known_groups(session: Session) -> tuple[KnownGroup, ...]:
    """All groups of the server that are not deleted, the oldest first."""
    return tuple(
        KnownGroup(group.uuid, group.name, devices, group.created_at)
        for group, devices in all_groups(session)
    )


def _renew(group: Group) -> str:
    code = "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))
    group.recovery_sha256 = sha256_of(code)
    return code

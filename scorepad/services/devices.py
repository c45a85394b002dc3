"""Devices: tokens, the day each was last seen, roles in a group, revocation."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Engine, bindparam, delete, or_, select
from sqlalchemy.orm import Session, joinedload

from scorepad.db.engine import one_read, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.groups import is_lasting
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import Device, Group, Invite, JoinCode, Membership
from scorepad.services import activity, permissions, requests
from scorepad.services.permissions import Action, Role

FORGOTTEN_AFTER: Final = timedelta(days=400)  # as long as browsers keep a cookie
VIEWERS_STAY: Final = timedelta(days=30)

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: without I, L, O and U, which are easily misread."""


def new_code(length: int) -> str:
    """Return a random code of *length* characters of ``ALPHABET``."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """Return a random token of a device, or claim of a group."""
    return secrets.token_urlsafe(32)


def sha256_of(secret: str) -> str:
    """Return the SHA-256 of a secret that is too long to be guessed, as hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hmac_of(text: str, pepper: str) -> str:
    """Return the HMAC of a short text, as hex: its plain hash could be guessed."""
    return hmac.digest(pepper.encode(), text.encode(), "sha256").hex()


# The device with a token, if nothing is to be noted of it; built once, as every request
# uses it.
SEEN_TODAY: Final = select(Device.id).where(
    Device.token_sha256 == bindparam("token_sha256"),
    Device.former_sha256.is_(None),
    Device.seen_on == bindparam("today"),
)


class UnseenDeviceError(Exception):
    """A write whose device :func:`identify_device` must identify first."""


def identify_device(engine: Engine, token: str, at: datetime) -> tuple[int, str] | None:
    """Return the id and token of the device with *token*; note once a day it was seen.

    A device that shows its new token has received it, so the former token is revoked.
    The returned token is empty for a former one, and when nothing is to be noted today.
    """
    sha256, today = sha256_of(token), at.astimezone(UTC).date()
    with one_read(engine) as connection:
        asked = {"token_sha256": sha256, "today": today}
        seen_today: int | None = connection.scalar(SEEN_TODAY, asked)
    if seen_today is not None:
        return seen_today, ""
    with Session(engine) as session:
        has_token = or_(Device.token_sha256 == sha256, Device.former_sha256 == sha256)
        in_use = Device.seen_on >= today - FORGOTTEN_AFTER
        if (found := session.scalar(select(Device).where(has_token, in_use))) is None:
            return None
        device_id, has_new = found.id, found.token_sha256 == sha256
        is_seen = found.seen_on is not None and found.seen_on >= today
        if (has_new and found.former_sha256) or not is_seen:
            # The note is optional: a read-only database must not lock devices out.
            noted = write_transaction(session, hurried=True)
            with suppress(TimeoutError, *FAULTS), noted:
                device = session.get_one(Device, device_id)
                device.seen_on = max(device.seen_on or today, today)  # never goes back
                if has_new:
                    device.former_sha256 = None
        return device_id, token if has_new else ""


def device_of(by: Reader, kind: str | None) -> tuple[Device, str]:
    """Return the device, or a new one, with a fresh token; a planted one is useless."""
    device = None if by.device_id is None else by.session.get(Device, by.device_id)
    if device is None:
        device, token = new_device(by.session, by.at)
    else:
        former = device.former_sha256 or device.token_sha256
        token = renew_token(device, by.at, former=former)
    device.kind = device.kind or kind
    return device, token


def new_device(session: Session, at: datetime) -> tuple[Device, str]:
    """Create a device; return it with its token."""
    device = Device(created_at=at)
    token = renew_token(device, at, former=None)
    session.add(device)
    session.flush()
    return device, token


def renew_token(device: Device, at: datetime, *, former: str | None) -> str:
    """Give a device a new token and return it; *former* is what may stay valid."""
    token, today = new_token(), at.astimezone(UTC).date()
    device.seen_on = max(device.seen_on or today, today)
    device.token_sha256, device.former_sha256 = sha256_of(token), former
    return token


def members_of(session: Session, group: Group) -> Sequence[Membership]:
    """Return the devices of a group, oldest first, with their players."""
    found = select(Membership).where(Membership.group_id == group.id, is_lasting())
    people = joinedload(Membership.device), joinedload(Membership.player)
    return session.scalars(found.order_by(Membership.device_id).options(*people)).all()


def remove(by: Writer, gid: UUID, device_id: int) -> None:
    """Remove a device, as an owner or itself, and revoke the secrets it knows."""
    is_own = device_id == by.device_id
    action = Action.READ if is_own else Action.ARRANGE
    with permissions.group_to_change(by, gid, action) as (group, _):
        member = _member(by.session, group, device_id)
        activity.record(by, group.id, "left" if is_own else "removed", whom=member)
        _revoke_secrets(by.session, group, member)
        by.session.delete(member)


def sign_out_others(by: Writer, gid: UUID, *, own: bool) -> None:
    """Remove all other devices, or the *own* player's, and revoke what they know.

    The join code and all links stop working, or those that these devices created, and
    in any case key cards and the recovery code.
    """
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        me = _member(by.session, group, by.device_id)
        theirs = Membership.group_id == group.id, Membership.device_id != me.device_id
        wanted = select(Membership).where(*theirs)
        if own:
            player = Membership.player_id
            wanted = wanted.where(player == me.player_id, player.is_not(None))
        if not (others := by.session.scalars(wanted).all()):
            raise requests.NotThereError
        for other in others:
            _revoke_secrets(by.session, group, other)
            by.session.delete(other)
        for table in () if own else (Invite, JoinCode):
            by.session.execute(delete(table).where(table.group_id == group.id))
        _renew_keys(group)
        activity.record(by, group.id, "signed_out", facts={"devices": len(others)})


def give_role(by: Writer, gid: UUID, device_id: int, role: Role) -> None:
    """Change the role of a device; end its permission to keep score of one game."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        _change_role(by, group, device_id, role)


def hand_over(by: Writer, gid: UUID, device_id: int) -> None:
    """Make another device an owner; the calling device becomes a scorekeeper."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        if device_id == by.device_id:
            raise requests.conflict("device", "last_owner")
        _change_role(by, group, device_id, Role.OWNER)
        by.session.flush()
        _change_role(by, group, by.device_id, Role.SCOREKEEPER)


def _member(session: Session, group: Group, device_id: int) -> Membership:
    if (member := session.get(Membership, (group.id, device_id))) is None:
        raise requests.NotThereError
    return member


def _change_role(by: Writer, group: Group, device_id: int, role: Role) -> None:
    member = _member(by.session, group, device_id)
    activity.record(by, group.id, "role_changed", whom=member, facts={"role": role})
    if permissions.is_less(role, member.role):
        _revoke_secrets(by.session, group, member)
    member.role, member.scores_game_id = role, None
    member.ends_at = by.at + VIEWERS_STAY if role is Role.VIEWER else None


def _revoke_secrets(session: Session, group: Group, member: Membership) -> None:
    # What the device knows could give it back its role.
    if member.role == Role.OWNER:
        other = Membership.device_id != member.device_id, is_lasting()
        owners = select(Membership).filter_by(group_id=group.id, role=Role.OWNER)
        if session.scalar(owners.where(*other).limit(1)) is None:
            raise requests.conflict("device", "last_owner")
        _renew_keys(group)
    for table, maker in ((Invite, Invite.made_by), (JoinCode, JoinCode.opened_by)):
        own = table.group_id == group.id, maker == member.device_id
        session.execute(delete(table).where(*own))


def _renew_keys(group: Group) -> None:
    group.claim_sha256 = sha256_of(new_token())
    group.recovery_sha256 = None

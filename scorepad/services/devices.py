"""Devices: their tokens, the day they were last seen, and what they are in a group."""

import hashlib
import hmac
import secrets
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, func, or_, select
from sqlalchemy.orm import Session, joinedload

from scorepad.db.deletions import is_noted, newest_day, note_day
from scorepad.db.engine import connection_of, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.groups import find_membership, is_lasting
from scorepad.db.history import Stamp
from scorepad.db.tables import Device, Group, Invite, JoinCode, Membership
from scorepad.services.errors import NotThereError, RefusedError
from scorepad.services.permissions import (
    Action,
    Member,
    Role,
    group_and_member,
    group_to_change,
)

FORGOTTEN_AFTER: Final = timedelta(days=400)
"""As long as browsers keep a cookie. Here it is as many days on which the server ran:
the clock may have been wrong when a device was seen, or may be now."""

VIEWERS_STAY: Final = timedelta(days=30)

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, so that nothing can be misread or spell a word."""


def new_code(length: int) -> str:
    """Return a code to be typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_token() -> str:
    """Return what a device is known by."""
    return secrets.token_urlsafe(32)


def sha256_of(secret: str) -> str:
    """What is kept of a secret that is too long to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def peppered(text: str, pepper: str) -> str:
    """What is kept of something so short that its plain hash could be tried out."""
    return hmac.new(pepper.encode(), text.encode(), hashlib.sha256).hexdigest()


# Part of every request, so put together once.
_DEVICE: Final = select(Device).where(
    or_(
        Device.token_sha256 == bindparam("token_sha256"),
        Device.former_sha256 == bindparam("token_sha256"),
    ),
    Device.seen_day >= newest_day() - FORGOTTEN_AFTER.days,
)
_SETTLED: Final = select(Device.id).where(
    Device.token_sha256 == bindparam("token_sha256"),
    Device.former_sha256.is_(None),
    Device.seen_on == bindparam("today"),
)


def known_device(session: Session, token: str) -> int | None:
    """The device that holds this token, unless it was not seen for 400 days."""
    found = session.scalar(_DEVICE, {"token_sha256": sha256_of(token)})
    return None if found is None else found.id


def greeted_device(
    session: Session, token: str, at: datetime
) -> tuple[int, str] | None:
    """The same, with the token to keep again, and a note of the day it was seen.

    That is once a day. A device that shows its new token has received it, so the former
    one ends. One that shows the former is given none: the new one may be on its way.
    """
    shown = {"token_sha256": sha256_of(token)}
    asked = {**shown, "today": _day(at)}
    settled: int | None = connection_of(session).scalar(_SETTLED, asked)
    if settled is not None:  # nothing is to be noted about it today
        return settled, ""
    found = session.scalar(_DEVICE, shown)
    if found is None:
        return None
    device_id, has_new = found.id, found.token_sha256 == shown["token_sha256"]
    if (has_new and found.former_sha256 is not None) or not _is_seen(
        session, found, at
    ):
        # Only a note: a database that takes no writes now keeps nobody out.
        with suppress(TimeoutError, *FAULTS), write_transaction(session, hurried=True):
            device = session.get_one(Device, device_id)
            _see(session, device, at)
            if has_new:
                device.former_sha256 = None
            session.commit()
    return device_id, token if has_new else ""


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def _is_seen(session: Session, device: Device, at: datetime) -> bool:
    is_later = device.seen_on is not None and device.seen_on >= _day(at)
    return is_later and is_noted(session, _day(at), device.seen_day)


def _see(session: Session, device: Device, at: datetime) -> None:
    """Note that a device is seen; whoever is given a token is seen, too."""
    device.seen_on = max(device.seen_on or _day(at), _day(at))
    device.seen_day = note_day(session, _day(at))


def device_of(
    session: Session, device_id: int | None, at: datetime
) -> tuple[Device, str]:
    """The device that comes into a group, or a new one, with a fresh token.

    A token that somebody else planted in the browser is worth nothing afterwards. The
    one before lasts until the new one is seen.
    """
    device = None if device_id is None else session.get(Device, device_id)
    if device is None:
        return new_device(session, at)
    _see(session, device, at)
    token = new_token()
    device.former_sha256 = device.former_sha256 or device.token_sha256
    device.token_sha256 = sha256_of(token)
    return device, token


def new_device(session: Session, at: datetime) -> tuple[Device, str]:
    """A device that nobody knew, and its token."""
    token = new_token()
    device = Device(token_sha256=sha256_of(token), created_at=at)
    _see(session, device, at)
    session.add(device)
    session.flush()
    return device, token


def renew_for(
    session: Session, device: Device, at: datetime, *, shown: str, claim: str
) -> str:
    """Give a device a fresh token for a *claim*; the one it has *shown* ends at once.

    Somebody else may have planted that, and would own what is founded now. If the
    answer is lost, it is good for one thing more: to ask with the same claim again.
    """
    token = new_token()
    _see(session, device, at)
    device.token_sha256 = sha256_of(token)
    device.former_sha256 = _sealed(shown, claim) if shown else None
    return token


def lost_answer(device: Device, shown: str, claim: str) -> bool:
    """Whether a device was given a token for this *claim* that it has never shown."""
    return bool(shown) and device.former_sha256 == _sealed(shown, claim)


def _sealed(shown: str, claim: str) -> str:
    return sha256_of(f"{sha256_of(shown)} {claim}")


class LastOwnerError(RefusedError):
    """A group needs an owner: somebody else must become one first."""


class Oversight(NamedTuple):
    """The group, *me* and, if this device may arrange things, all *devices*.

    What is kept of them *is_told* where nobody else says that they are the same.
    """

    group: Group
    member: Member
    me: Membership
    is_told: bool
    devices: tuple[Membership, ...]


def oversight(session: Session, device_id: int | None, gid: UUID) -> Oversight:
    """Who is in a group, as far as this device may know, the first one first."""
    group, member = group_and_member(session, device_id, gid, Action.READ)
    devices = session.scalars(
        select(Membership)
        .where(Membership.group_id == group.id, is_lasting())
        .order_by(Membership.device_id)
        .options(joinedload(Membership.device), joinedload(Membership.player))
    ).all()
    me = next(each for each in devices if each.device_id == device_id)
    may_arrange = member.may(Action.ARRANGE)
    same = [each for each in devices if each.player_id == me.player_id]
    is_told = me.player_id is not None and (may_arrange or same == [me])
    return Oversight(group, member, me, is_told, tuple(devices) if may_arrange else ())


def revoke(session: Session, stamp: Stamp, gid: UUID, device_id: int) -> None:
    """Put a device out of the group, with the links and codes it made.

    It is out at its next request. Where it was an owner's, the key of the group ends,
    since it may know it.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        _put_out(session, group, device_id)


def leave(session: Session, stamp: Stamp, gid: UUID) -> None:
    """Take this device out of the group."""
    with group_to_change(session, stamp, gid, Action.READ) as (group, _):
        _put_out(session, group, stamp.device_id)


def give_role(
    session: Session, stamp: Stamp, gid: UUID, device_id: int, role: Role
) -> None:
    """Let a device do more, or less; also what it was let do besides is forgotten.

    Of a device that may do less from now on, the links and the code end that it made.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        _change(session, group, _member(session, group, device_id), role, stamp.at)


def hand_over(session: Session, stamp: Stamp, gid: UUID, device_id: int) -> None:
    """Let another device own the group; this one goes on as a scorekeeper."""
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        heir = _member(session, group, device_id)
        if device_id == stamp.device_id:
            raise LastOwnerError
        _change(session, group, heir, Role.OWNER, stamp.at)
        session.flush()
        mine = _member(session, group, stamp.device_id)
        _change(session, group, mine, Role.SCOREKEEPER, stamp.at)


def _member(session: Session, group: Group, device_id: int) -> Membership:
    member = find_membership(session, group, device_id)
    if member is None:
        raise NotThereError
    return member


RANKS: Final = (Role.VIEWER, Role.PLAYER, Role.SCOREKEEPER, Role.OWNER)


def is_less(role: str, than: str) -> bool:
    """Whether a role lets somebody do less *than* another."""
    return RANKS.index(Role(role)) < RANKS.index(Role(than))


def _change(
    session: Session, group: Group, member: Membership, role: Role, at: datetime
) -> None:
    if member.role == Role.OWNER and role is not Role.OWNER:
        _unown(session, group, member)
    if is_less(role, member.role):
        # It knows them, and would come back by them as what it was.
        _end_ways_of(session, group, member)
    member.role, member.scores_game_id = role, None
    member.ends_at = at + VIEWERS_STAY if role is Role.VIEWER else None


def _put_out(session: Session, group: Group, device_id: int) -> None:
    member = _member(session, group, device_id)
    if member.role == Role.OWNER:
        _unown(session, group, member)
    _end_ways_of(session, group, member)
    session.delete(member)


def _end_ways_of(session: Session, group: Group, member: Membership) -> None:
    """End the links and the code that a device made for a group."""
    for way, maker in ((Invite, Invite.made_by), (JoinCode, JoinCode.opened_by)):
        mine = way.group_id == group.id, maker == member.device_id
        session.execute(delete(way).where(*mine))


def _unown(session: Session, group: Group, member: Membership) -> None:
    """Whoever is no owner any more must not come back as one by what it knows."""
    owners = select(func.count()).where(
        Membership.group_id == group.id,
        Membership.device_id != member.device_id,
        Membership.role == Role.OWNER,
        is_lasting(),
    )
    if not session.scalar(owners):
        raise LastOwnerError
    group.claim_sha256 = sha256_of(new_token())
    group.recovery_sha256 = None

"""Coming in: by a link, by the code of the table, or by the code that was kept safe."""

import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Role
from scorepad.services.groups.holding import device_of, sha256_of
from scorepad.services.groups.inviting import (
    ALPHABET,
    CODE_LENGTH,
    HANDLE_LENGTH,
    peppered,
)
from scorepad.services.groups.securing import RECOVERY_LENGTH
from scorepad.services.pacing import Deed, forget_who, spend
from scorepad.services.refusing import RefusedError
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import group_to_recover
from scorepad.store.groups.invites import (
    count_tries,
    door_named,
    find_invite,
    hold_tries,
    note_try,
)
from scorepad.store.groups.members import add_membership, find_membership
from scorepad.store.tables import Group, OpenDoor

VIEWERS_STAY: Final = timedelta(days=30)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Limits = tuple[tuple[timedelta, int], ...]
"""How many codes may be wrong in which time."""

WRONG_PER_GROUP: Final[Limits] = ((HOUR, 10), (DAY, 50))
WRONG_PER_ADDRESS: Final[Limits] = ((timedelta(minutes=1), 10), (HOUR, 30))
WRONG_IN_A_HALL: Final[Limits] = ((HOUR, 300),)
"""Instead of both where the door is wide: of 33 million codes that is still nothing.

Nothing is counted over all groups: anybody may mistype the code of their own group.
"""

RANKS: Final = (Role.VIEWER, Role.PLAYER, Role.SCOREKEEPER, Role.OWNER)
_LINK = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_READ_AS = str.maketrans("OIL", "011", " -·")


class WrongCodeError(RefusedError):
    """Nothing is opened by this: it is mistyped, or it has ended."""


class TooManyTriesError(RefusedError):
    """So many codes were wrong that none is looked at for *wait*."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("too many tries")
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody at the door: with what, from where, with what kind of device.

    *pepper* is the secret of the server.
    """

    code: str
    address: str
    pepper: str
    device_kind: str | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where somebody came in, as what, and the token of the device from now on."""

    group: UUID
    role: Role
    token: str


@dataclass(frozen=True, slots=True)
class _Welcome:
    group: Group
    role: Role
    scores: int | None = None


def arrive(
    session: Session, device_id: int | None, at: datetime, knock: Knock
) -> Arrival:
    """Let a device in by what it knows. Whoever is in already never gets less by it.

    :raises WrongCodeError: it opens nothing.
    :raises TooManyTriesError: too many were wrong lately for it to be looked at.
    :raises TooOftenError: too many new devices came from there.
    """
    if not _may_open(session, at, knock.code):
        raise WrongCodeError
    with write_transaction(session):
        welcome = _welcome(session, at, knock)
        if device_id is None:
            _count_newcomer(session, at, knock)
        device, token = device_of(session, device_id, at)
        device.kind = device.kind or knock.device_kind
        role = _let_in(session, welcome, device.id, at)
        uuid = welcome.group.uuid
        session.commit()
        return Arrival(uuid, role, token)


def _count_newcomer(session: Session, at: datetime, knock: Knock) -> None:
    """What is counted of a device is not got round by ever new ones."""
    forget_who(session, Deed.ENTER, at)
    spend(session, Deed.ENTER, peppered(knock.address, knock.pepper), at)


def _may_open(session: Session, at: datetime, typed: str) -> bool:
    """Whether it could open anything: nobody's save waits for the rest."""
    bare = _bare(typed)
    if _LINK.fullmatch(bare):
        return True
    code = as_written(bare)
    if not {*code} <= {*ALPHABET}:
        return False
    if len(code) == CODE_LENGTH:
        return door_named(session, code[:HANDLE_LENGTH], at) is not None
    return len(code) == RECOVERY_LENGTH


def _bare(typed: str) -> str:
    """Without the address before it."""
    return typed.strip().rpartition("#")[2]


def _welcome(session: Session, at: datetime, knock: Knock) -> _Welcome:
    typed = _bare(knock.code)
    if _LINK.fullmatch(typed):
        found = find_invite(session, sha256_of(typed), at)
        if found is None:
            raise WrongCodeError
        group, row = found
        return _Welcome(group, Role(row.role), row.game_id)
    code = as_written(typed)
    if len(code) == RECOVERY_LENGTH:
        return _by_recovery(session, code)
    return _by_code(session, at, knock, code)


def as_written(typed: str) -> str:
    """A code as it was made, however it was typed.

    >>> as_written("k7f3-mqo1")
    'K7F3MQ01'
    """
    return typed.upper().translate(_READ_AS)


def _by_recovery(session: Session, code: str) -> _Welcome:
    group = group_to_recover(session, sha256_of(code))
    if group is None:
        raise WrongCodeError
    group.recovery_sha256 = None
    return _Welcome(group, Role.OWNER)


def _by_code(session: Session, at: datetime, knock: Knock, code: str) -> _Welcome:
    hold_tries(session)
    named = door_named(session, code[:HANDLE_LENGTH], at)
    if named is None:
        raise WrongCodeError
    group, door = named
    address = peppered(knock.address, knock.pepper)
    _check_limits(session, at, group, door, address)
    if hmac.compare_digest(door.secret_hmac, peppered(code, knock.pepper)):
        return _Welcome(group, Role(door.role))
    note_try(session, group, address, at)
    session.commit()
    raise WrongCodeError


def _check_limits(
    session: Session, at: datetime, group: Group, door: OpenDoor, address: str
) -> None:
    """Refuse to look at a code at all; only wrong ones of open doors have counted."""
    if door.wide:
        of_group, of_address = WRONG_IN_A_HALL, WRONG_IN_A_HALL
    else:
        of_group, of_address = WRONG_PER_GROUP, WRONG_PER_ADDRESS
    for span, most in of_address:
        if count_tries(session, at, span, address=address) >= most:
            raise TooManyTriesError(span)
    for span, most in of_group:
        if count_tries(session, at, span, group=group) >= most:
            raise TooManyTriesError(span)


def _let_in(session: Session, welcome: _Welcome, device_id: int, at: datetime) -> Role:
    group, role = welcome.group, welcome.role
    member = find_membership(session, group, device_id)
    is_in = member is not None and (member.ends_at is None or member.ends_at > at)
    if member is None or not is_in or not is_less(role, Role(member.role)):
        member = add_membership(session, group, device_id, role=role)
        member.ends_at = at + VIEWERS_STAY if role is Role.VIEWER else None
    if welcome.scores is not None:
        member.scores_game_id, member.took_over = welcome.scores, False
    return Role(member.role)


def is_less(role: Role, than: Role) -> bool:
    """Whether a role lets somebody do less *than* another."""
    return RANKS.index(role) < RANKS.index(than)

"""Coming in: by a link, by the code of the table, or by the code that was kept safe."""

import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.services.errors import NotAllowedError, NotThereError, RefusedError
from scorepad.services.groups.holding import device_of, sha256_of
from scorepad.services.groups.inviting import (
    ALPHABET,
    CODE_LENGTH,
    HANDLE_LENGTH,
    peppered,
)
from scorepad.services.groups.securing import RECOVERY_LENGTH
from scorepad.services.inputs import Person
from scorepad.services.permissions import Action, Role, can, group_and_member, group_for
from scorepad.services.play.seating import seat_players
from scorepad.services.rate_limits import Deed, forget_who, spend
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import group_to_recover
from scorepad.store.groups.invites import (
    count_tries,
    door_named,
    find_invite,
    hold_tries,
    note_try,
)
from scorepad.store.groups.members import (
    add_membership,
    find_membership,
    players_with_devices,
)
from scorepad.store.groups.people import find_player, hold_group, players_of
from scorepad.store.play.history import Stamp
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


@dataclass(frozen=True, slots=True)
class Introduction:
    """The people of a group, and who of them this device belongs to.

    *taken* are those who hold another device already, and *locked* those of them whom
    this device may not choose.
    """

    group_id: UUID
    group_name: str | None
    role: Role
    people: tuple[Person, ...]
    me: UUID | None
    taken: frozenset[UUID]
    locked: frozenset[UUID]


def introduction(session: Session, device_id: int | None, gid: UUID) -> Introduction:
    """Whom this device may belong to.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it only looks on, so it need not say.
    """
    group, member = group_and_member(session, device_id, gid, Action.PLAY)
    people = tuple(Person(each.uuid, each.name) for each in players_of(session, group))
    taken = players_with_devices(session, group) - {member.player}
    return Introduction(
        group_id=group.uuid,
        group_name=group.name,
        role=member.role,
        people=people,
        me=member.player,
        taken=taken,
        locked=frozenset() if can(member, Action.LET_IN) else taken,
    )


def introduce(
    session: Session, stamp: Stamp, gid: UUID, who: UUID | None, name: str = ""
) -> None:
    """Say that this device belongs to a player, or to somebody new with this *name*.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it only looks on, or the player holds another device and
        this one may not let anybody in: nobody becomes somebody else by a tap.
    :raises EntryRefusedError: the name is none, or somebody in the group has it.
    """
    with write_transaction(session):
        device_id = stamp.device_id
        group, member = group_and_member(session, device_id, gid, Action.PLAY)
        hold_group(session, group)
        if who is None:
            (player,) = seat_players(session, group, stamp, [(uuid4(), name)])
        else:
            known = find_player(session, group.id, who)
            if known is None:
                raise NotThereError
            others = players_with_devices(session, group, but=device_id)
            if who in others and not can(member, Action.LET_IN):
                raise NotAllowedError
            player = known
        row = find_membership(session, group, device_id)
        if row is None:
            raise NotThereError
        row.player_id = player.id
        session.commit()


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is known of a group; *may_hand_on* whether its key may be printed here."""

    group_id: UUID
    group_name: str | None
    may_hand_on: bool


def card_facts(session: Session, device_id: int | None, gid: UUID) -> CardFacts:
    """What stands on the cards of a group.

    :raises NotThereError: the device does not belong to such a group.
    """
    group, member = group_and_member(session, device_id, gid, Action.READ)
    return CardFacts(group.uuid, group.name, can(member, Action.ARRANGE))


class Key(StrEnum):
    """What opens a group for good: its founder's claim, or the code kept safe."""

    CLAIM = "claim"
    RECOVERY = "recovery"


def kind_of_key(
    session: Session, device_id: int | None, gid: UUID, typed: str
) -> Key | None:
    """Whether this opens the group, and what it is: only hashes are stored.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not hand its key on.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    if hmac.compare_digest(group.claim_sha256, sha256_of(typed)):
        return Key.CLAIM
    recovery = group.recovery_sha256 or ""
    if hmac.compare_digest(recovery, sha256_of(as_written(typed))):
        return Key.RECOVERY
    return None

"""Ways into a group: invite links, the join code, and the recovery code."""

import hmac
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, and_, delete, func, not_, or_, select, update

from scorepad.db import engine, groups
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import GameRow, Group, Invite, JoinCode, Membership
from scorepad.services import activity, devices, permissions, requests
from scorepad.services.draws import TABLE_CODE, TableFound, find_table
from scorepad.services.permissions import Action, Member, Role
from scorepad.services.rate_limits import MOST, Limit, consume, count_up

HANDLE_LENGTH: Final = 3
CODE_LENGTH: Final = 8
RECOVERY_LENGTH: Final = 24
"""Length of a recovery code: 120 bits, so wrong tries need no limit."""

SECRET_BYTES: Final = 16
MOST_INVITES: Final = 50
OPEN_FOR: Final = timedelta(minutes=10)
WRONG_PER_GROUP: Final = 10
WRONG_IN_A_CROWD: Final = 300
"""Wrong codes in an hour; for a wide code instead of the limits per group and address.

There are 33 million codes. Nothing is counted across groups: people mistype the code of
their own group.
"""

_LINK: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


class InviteEntry(NamedTuple):
    """A link to make: for how many *uses* and how long, and a *game* to score."""

    role: Role
    lasts: timedelta | None
    game: UUID | None = None
    name: str = ""
    uses: int | None = None


def find_join_code(by: Reader, group: Group) -> JoinCode | None:
    """Return the valid join code of a group, if there is one."""
    code = select(JoinCode).where(JoinCode.group_id == group.id, _is_open(by.at))
    return by.session.scalar(code)


def invites_of(by: Reader, group: Group) -> Sequence[Invite]:
    """Return the valid invite links of a group, newest first."""
    invites = select(Invite).where(Invite.group_id == group.id, _is_valid(by.at))
    return by.session.scalars(invites.order_by(Invite.id.desc())).all()


def _is_valid(at: datetime) -> ColumnElement[bool]:
    # A link that ends but was made in the future comes from a wrong clock.
    in_time = and_(Invite.ends_at > at, Invite.made_at <= at + timedelta(days=1))
    return or_(Invite.ends_at.is_(None), in_time)


def _is_open(at: datetime) -> ColumnElement[bool]:
    # A code that ends later than any can comes from a wrong clock.
    return JoinCode.ends_at.between(at, at + 2 * OPEN_FOR)


def invite(by: Writer, gid: UUID, entry: InviteEntry) -> str:
    """Create an invite link; return its secret, which is stored only as a hash."""
    with permissions.group_to_change(by, gid, Action.LET_IN) as (group, member):
        _check_role(member, entry.role, entry.game)
        links = Invite.group_id == group.id
        good = select(func.count()).where(links, _is_valid(by.at))
        if (by.session.scalar(good) or 0) >= MOST_INVITES:
            raise requests.conflict("links", "links_too_many")
        # By id, not by time: a wrong clock must not delete valid links.
        ended = select(Invite.id).where(links, not_(_is_valid(by.at)))
        oldest = ended.order_by(Invite.id.desc()).offset(MOST_INVITES)
        by.session.execute(delete(Invite).where(Invite.id.in_(oldest)))
        game = None
        if entry.game is not None:
            game = permissions.game_for(by.session, group, entry.game, lock=False).id
        secret = secrets.token_urlsafe(SECRET_BYTES)
        link = requests.name_or_none(entry.name)
        facts = {"role": entry.role, "link": link or ""}
        activity.record(by, group.id, "link_created", facts=facts)
        by.session.add(
            Invite(
                uuid=uuid4(),
                group_id=group.id,
                secret_sha256=devices.sha256_of(secret),
                role=entry.role,
                game_id=game,
                name=link,
                made_by=by.device_id,
                made_at=by.at,
                ends_at=None if entry.lasts is None else by.at + entry.lasts,
                most_uses=entry.uses,
            )
        )
        return secret


def _check_role(member: Member, role: Role, game: UUID | None = None) -> None:
    # Only owners grant more than a player's rights. No link makes an owner.
    may_score = game is None or member.may(Action.SCORE, game)
    plain = role in {Role.PLAYER, Role.VIEWER} and may_score
    if role is Role.OWNER or not (plain or member.may(Action.ARRANGE)):
        raise requests.NotAllowedError


def revoke(by: Writer, gid: UUID, uuid: UUID | None) -> None:
    """Revoke an invite link, or else the join code; devices that joined by it stay."""
    with permissions.group_to_change(by, gid, Action.LET_IN) as (group, _):
        if uuid is None:
            by.session.execute(delete(JoinCode).where(JoinCode.group_id == group.id))
            return
        link = select(Invite).where(Invite.group_id == group.id, Invite.uuid == uuid)
        if (found := by.session.scalar(link)) is None:
            raise requests.NotThereError
        facts = {"role": found.role, **_link_facts(found)}
        activity.record(by, group.id, "link_revoked", facts=facts)
        by.session.delete(found)


def _link_facts(link: Invite) -> dict[str, str]:
    # How the log names a link: its name, or when it was created.
    return {"link": link.name or "", "made": link.made_at.date().isoformat()}


def make_join_code(
    by: Writer, gid: UUID, role: Role, pepper: str, *, wide: bool = False
) -> str:
    """Replace the join code, for ten minutes; a *wide* one allows a hall more tries."""
    with permissions.group_to_change(by, gid, Action.LET_IN) as (group, member):
        _check_role(member, role)
        is_over = or_(~_is_open(by.at), JoinCode.group_id == group.id)
        by.session.execute(delete(JoinCode).where(is_over))
        taken = set(by.session.scalars(select(JoinCode.handle)))
        while (code := devices.new_code(CODE_LENGTH))[:HANDLE_LENGTH] in taken:
            pass
        activity.record(by, group.id, "code_shown", facts={"role": role})
        by.session.add(
            JoinCode(
                group_id=group.id,
                handle=code[:HANDLE_LENGTH],
                secret_hmac=devices.hmac_of(code, pepper),
                role=role,
                wide=wide,
                opened_by=by.device_id,
                ends_at=by.at + OPEN_FOR,
            )
        )
        return code


class JoinedGroup(NamedTuple):
    """A group, role and new token; the *game* to score, the *tournament* of a card."""

    group: UUID
    role: Role
    token: str
    game: UUID | None = None
    tournament: UUID | None = None


class _Access(NamedTuple):
    """The role in a group, and the link, code or card of a table that gives it.

    *scores* is the row id of the game to score.
    """

    group: Group
    role: Role
    event: activity.LogEvent
    credential: Invite | JoinCode | TableFound | None = None
    scores: int | None = None


def join(
    by: Reader, code: str, pepper: str, *, address: str, device_kind: str | None
) -> JoinedGroup:
    """Add a device to the group of a code or link; its role never decreases.

    *pepper* is the server's secret, *address* the HMAC of the client's IP address.
    """
    typed = code.strip().rpartition("#")[2]  # only the secret after "#"
    if _find_access(by, typed, pepper) is None:  # before the write lock is taken
        raise requests.refusal("code", "code_wrong")
    with engine.write_transaction(by.session):
        found = _find_access(by, typed, pepper)
        if found is None or not _is_right(by, found, typed, pepper, address):
            raise requests.refusal("code", "code_wrong")
        group, role, scores = found.group, found.role, found.scores
        if by.device_id is None:
            # Otherwise a client could evade the limits of one device with new ones.
            consume(by.session, Limit.NEW_DEVICE, address, by.at)
        device, token = devices.device_of(by, device_kind)
        member = by.session.get(Membership, (group.id, device.id))
        if member is not None and member.ends_at and member.ends_at <= by.at:
            member = None
        former = member and member.role
        if member is None or not permissions.is_less(role, member.role):
            member = groups.add_membership(by.session, group, device.id, role=role)
            ends = by.at + devices.VIEWERS_STAY
            member.ends_at = ends if role is Role.VIEWER else None
        is_used = member.role != former or scores not in {None, member.scores_game_id}
        if scores is not None:
            member.scores_game_id, member.took_over = scores, False
        if is_used or found.event == "recovered":
            _count_use(Writer(by.session, device.id, by.at), found, Role(member.role))
        game = None if scores is None else by.session.get_one(GameRow, scores).uuid
        card = found.credential if isinstance(found.credential, TableFound) else None
        tournament = card and card.tournament.uuid
        return JoinedGroup(group.uuid, Role(member.role), token, game, tournament)


def _find_access(by: Reader, typed: str, pepper: str) -> _Access | None:
    if TABLE_CODE.fullmatch(typed):
        if (found := find_table(by.session, typed, pepper)) is None:
            return None
        game = None if found.game is None else found.game.id
        return _Access(found.group, Role.VIEWER, "joined_by_table", found, game)
    code, is_current = normalized(typed), Group.deleted_at.is_(None)
    is_link, is_code = _LINK.fullmatch(typed), {*code} <= {*devices.ALPHABET}
    if is_code and not is_link and len(code) == RECOVERY_LENGTH:
        owned = Group.recovery_sha256 == devices.sha256_of(code), is_current
        locked = select(Group).where(*owned).with_for_update(key_share=True)
        group = by.session.scalar(locked)
        return _Access(group, Role.OWNER, "recovered") if group else None
    event: activity.LogEvent = "joined_by_link" if is_link else "joined_by_code"
    table: Any = Invite if is_link else JoinCode
    if is_link:
        is_this = Invite.secret_sha256 == devices.sha256_of(typed), _is_valid(by.at)
    elif is_code and len(code) == CODE_LENGTH:
        is_this = JoinCode.handle == code[:HANDLE_LENGTH], _is_open(by.at)
    else:
        return None
    query = select(Group, table).join(table, table.group_id == Group.id)
    row = by.session.execute(query.where(*is_this, is_current)).one_or_none()
    if row is None:
        return None
    group, credential = row
    game = credential.game_id if is_link else None
    return _Access(group, Role(credential.role), event, credential, game)


def normalized(typed: str) -> str:
    """Return a typed code in canonical spelling.

    >>> normalized("k7f3-mqo1")
    'K7F3MQ01'
    """
    return typed.upper().translate(str.maketrans("OIL", "011", " -·"))


def _count_use(by: Writer, found: _Access, role: Role) -> None:
    facts: dict[str, str] = {"role": role}
    if isinstance(found.credential, Invite):
        facts |= _link_facts(found.credential)
        # Decided by the database, so that devices that join at once are counted, too.
        has_room = or_(Invite.most_uses.is_(None), Invite.uses < Invite.most_uses)
        used = update(Invite).where(Invite.id == found.credential.id, has_room)
        more = used.values(uses=Invite.uses + 1).returning(Invite.uses)
        if by.session.scalar(more) is None:
            raise requests.refusal("code", "code_used_up")
    if found.event == "recovered":
        found.group.recovery_sha256 = None
    activity.record(by, found.group.id, found.event, facts=facts)


def _is_right(
    by: Reader, found: _Access, typed: str, pepper: str, address: str
) -> bool:
    # Of a join code, only its first letters were looked up.
    if not isinstance(found.credential, JoinCode):
        return True
    proof = devices.hmac_of(normalized(typed), pepper)
    is_right = hmac.compare_digest(found.credential.secret_hmac, proof)
    most = {address: MOST[Limit.WRONG_CODE][1], str(found.group.uuid): WRONG_PER_GROUP}
    if found.credential.wide:
        most = dict.fromkeys(most, WRONG_IN_A_CROWD)
    # The right code is not counted, but refused after too many wrong ones.
    with by.session.begin_nested() as tries:
        for who in most:
            count_up(by.session, Limit.WRONG_CODE, who, by.at, most[who])
        if is_right:
            tries.rollback()
    if not is_right:
        by.session.commit()
    return is_right

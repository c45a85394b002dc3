"""Groups: create, read, delete, restore and recover them."""

import hmac
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorepad.db import engine, results, tables
from scorepad.db import groups as db_groups
from scorepad.db.games import is_running, recent_games
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import AnyGame, Device, GameRow, Group, Membership, Season
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import activity, devices, invites, permissions, requests, signups
from scorepad.services.games import days_left
from scorepad.services.permissions import Action, Member, Role
from scorepad.services.rate_limits import Limit, consume
from scorepad.services.seasons import people_by_row
from scorepad.services.serializers import game_line, game_record, player_state

GAMES_SHOWN = 20
DOCUMENTS_SHOWN = 10


class GroupEntry(NamedTuple):
    """A group to create; its creator proves a retry by the *claim*.

    *address* is hashed; *token* is as sent, valid or not; *link* is a sign-up link.
    """

    uuid: UUID
    claim: str
    time_zone: str
    language: str
    device_kind: str | None = None
    address: str = ""
    token: str = ""
    link: str | None = ""


class CreatedGroup(NamedTuple):
    """A group as JSON values, if it is new, and its device with the new token."""

    group: Mapping[str, Any]
    is_new: bool
    device_id: int
    token: str


def create_group(by: Reader, entry: GroupEntry) -> CreatedGroup:
    """Create a group, or find it by the claim, and make the device an owner of it.

    :raises NotThereError: the group exists and the claim is another one.
    """
    try:
        return _create_group(by, entry)
    except IntegrityError:
        # A concurrent request created it: find it now.
        return _create_group(by, entry)


def _create_group(by: Reader, entry: GroupEntry) -> CreatedGroup:
    with engine.write_transaction(by.session):
        group = by.session.scalar(select(Group).filter_by(uuid=entry.uuid))
        if group is not None and not _is_claim_of(entry.claim, group):
            raise requests.NotThereError
        # The token may be planted: it is revoked, but proves a retry of this request.
        both = f"{devices.sha256_of(entry.token)} {entry.claim}"
        proof = devices.sha256_of(both) if entry.token else None
        known = None if by.device_id is None else by.session.get(Device, by.device_id)
        if known is None and group is not None:
            known = _creator(by.session, group, proof)
        if known is None:
            device, token = devices.new_device(by.session, by.at)
        else:
            device, token = known, devices.renew_token(known, by.at, former=proof)
        device.kind = device.kind or entry.device_kind
        owner, is_new = Writer(by.session, device.id, by.at), group is None
        if group is None:
            signups.use(by.session, entry.link, by.at)
            consume(by.session, Limit.NEW_GROUP, entry.address, by.at)
            group = new_group(owner, entry)
        make_owner(owner, group, "created" if is_new else "claimed")
        by.session.flush()
        return CreatedGroup(_group_body(by, group), is_new, device.id, token)


def enter_group(by: Reader, gid: UUID, claim: str, device_kind: str | None) -> str:
    """Make the device an owner by the right *claim*; return its new token."""
    with engine.write_transaction(by.session):
        group = by.session.scalar(select(Group).filter_by(uuid=gid))
        if group is None or not _is_claim_of(claim, group):
            raise requests.NotThereError
        device, token = devices.device_of(by, device_kind)
        make_owner(Writer(by.session, device.id, by.at), group, "claimed")
        return token


def make_owner(by: Writer, group: Group, event: activity.LogEvent) -> None:
    """Make the device an owner of a group, and log it unless it was one before."""
    former = by.session.get(Membership, (group.id, by.device_id))
    if former is None or former.role != Role.OWNER:
        activity.record(by, group.id, event)
    db_groups.add_membership(by.session, group, by.device_id, role=Role.OWNER)


def _is_claim_of(claim: str, group: Group) -> bool:
    is_right = hmac.compare_digest(group.claim_sha256, devices.sha256_of(claim))
    return is_right and group.deleted_at is None


def _creator(session: Session, group: Group, proof: str | None) -> Device | None:
    # The device that created the group, if it never got its token.
    creator = session.get_one(Device, group.claimed_by)
    if proof and creator.former_sha256 == proof:
        return creator
    # The claim of this group must not give access to its creator's other groups.
    own = select(Membership.group_id).filter_by(device_id=creator.id)
    other = own.where(Membership.group_id != group.id).limit(1)
    return creator if session.scalar(other) is None else None


def new_group(by: Writer, entry: GroupEntry) -> Group:
    """Create a group with one open season and no members."""
    group = Group(
        uuid=entry.uuid,
        time_zone=entry.time_zone,
        language=entry.language,
        claim_sha256=devices.sha256_of(entry.claim),
        claimed_by=by.device_id,
        created_at=by.at,
    )
    by.session.add(group)
    by.session.flush()
    by.session.add(Season(group_id=group.id, number=1, starts_on=group.day_of(by.at)))
    return group


def group_state(by: Reader, uuid: UUID) -> dict[str, Any]:
    """Return a group with its latest games, rules and permissions as JSON values."""
    group, member = permissions.group_and_member(by, uuid, Action.READ)
    recent = recent_games(by.session, group, GAMES_SHOWN, GameRow)
    games = [game for game in recent if permissions.may_see(member, game)]
    others = recent_games(by.session, group, DOCUMENTS_SHOWN, tables.DocumentGame)
    looks = db_groups.chosen_looks(by.session, uuid)
    wins = results.wins_until(by.session, group.id)
    winners = people_by_row(by.session, tables.Player.id.in_(wins))
    is_scorekeeper = member.scores and member.may(Action.DELETE, member.scores)
    return {
        **_group_body(by, group),
        "rules": _house_rules(games),
        "games": [*map(game_line, games)],
        "documents": [*map(game_line, others)],
        "wins": {str(who.id_): wins[row_id] for row_id, who in winners.items()},
        "looks": {str(id_): look for id_, look in looks.items()},
        "may_score": member.may(Action.SCORE),
        "scorekeeper_of": str(member.scores) if is_scorekeeper else None,
    }


def _group_body(by: Reader, group: Group) -> dict[str, Any]:
    seasons = db_groups.seasons_of(by.session, group)
    season = db_groups.season_among(seasons, group.day_of(by.at))
    return {
        "id": str(group.uuid),
        "name": group.name,
        "time_zone": group.time_zone,
        "language": group.language,
        "players": [*map(player_state, db_groups.players_of(by.session, group))],
        "season": {
            "number": season.number,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
        },
    }


def _house_rules(games: Iterable[GameRow]) -> dict[str, Any] | None:
    # What a phone offers for a new game: the rules of the newest that a phone started.
    started = [each for each in games if each.started_at and each.game == tables.WIZARD]
    if not started:
        return None
    newest = game_record(max(started, key=lambda game: game.id))
    is_custom = newest["schedule"] == Schedule.CUSTOM
    planned = newest.get("planned", newest["cards"]) if is_custom else None
    bidding = "schedule", "edition", "bid_mode", "even_bid_rule", "foresight"
    offered = *bidding, "scoring", "formula", "deck", "letters"
    return {**{key: newest[key] for key in offered}, "cards": planned}


def running_game(by: Reader) -> tuple[UUID, Member, AnyGame] | None:
    """Return a device's unfinished game changed last, within 24 hours, if it is shown.

    With it come the id of its group, and what the device may do there.
    """
    groups = {group.id: group.uuid for group in db_groups.groups_of(by)}
    games = select(AnyGame).where(AnyGame.group_id.in_(groups), *is_running(by.at))
    latest = games.order_by(AnyGame.changed_at.desc(), AnyGame.id.desc()).limit(1)
    if (row := by.session.scalar(latest)) is None:
        return None
    gid = groups[row.group_id]
    _, member = permissions.group_and_member(by, gid, Action.READ)
    return (gid, member, row) if permissions.may_see(member, row) else None


def delete_group(by: Writer, gid: UUID) -> None:
    """Delete a group for all its members; owners can restore it for a while."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        group.deleted_at = by.at
        activity.record(by, group.id, "group_deleted")


def restorable_groups(by: Reader) -> dict[Group, int]:
    """Return the deleted groups of this owner, the last first, with the days left."""
    return days_left(db_groups.groups_of(by, role=Role.OWNER, deleted=True))


def restore_group(by: Writer, gid: UUID) -> None:
    """Restore a deleted group of this owner, unless it is too late (NotThereError)."""
    with engine.write_transaction(by.session):
        groups = {group.uuid: group for group in restorable_groups(by)}
        if gid not in groups:
            raise requests.NotThereError
        groups[gid].deleted_at = None
        activity.record(by, groups[gid].id, "group_restored")


def reminders_for(session: Session, group: Group, member: Member) -> dict[str, bool]:
    """Return the hints for a device after the first games, as far as it can act.

    They are to make a recovery code, and to show others the way in.
    """
    if not member.may(Action.LET_IN):
        return {}
    is_here = Membership.group_id == group.id, db_groups.is_lasting()
    is_over = GameRow.finished_at.is_not(None), GameRow.deleted_at.is_(None)
    finished = select(GameRow.id).where(GameRow.group_id == group.id, *is_over)
    # One, or more than one, is all that matters.
    phones = session.scalars(select(Membership.device_id).where(*is_here).limit(2))
    games = len(session.scalars(finished.limit(2)).all())
    may_keep = member.may(Action.ARRANGE) and group.recovery_sha256 is None
    is_alone = len(phones.all()) == 1
    return {"keep_safe": may_keep and games > 0, "show_code": is_alone and games == 1}


def make_recovery_code(by: Writer, gid: UUID) -> str:
    """Create a code that makes a device an owner once; it replaces any former one."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        return _new_recovery(by, group)


def recover_group(session: Session, gid: UUID, at: datetime) -> str:
    """Create a recovery code of an existing group, for the operator of the server."""
    with engine.write_transaction(session):
        group = session.scalar(select(Group).filter_by(uuid=gid, deleted_at=None))
        if group is None:
            raise requests.NotThereError
        return _new_recovery(Reader(session, None, at), group)


def _new_recovery(by: Reader, group: Group) -> str:
    activity.record(by, group.id, "recovery_created")
    code = devices.new_code(invites.RECOVERY_LENGTH)
    group.recovery_sha256 = devices.sha256_of(code)
    return code


def all_groups(session: Session) -> list[tuple[Group, int]]:
    """Return all groups that are not deleted, oldest first, with device counts."""
    counted = select(Group, func.count(Membership.device_id)).group_by(Group.id)
    joined = counted.outerjoin(Membership, Membership.group_id == Group.id)
    kept = joined.where(Group.deleted_at.is_(None)).order_by(Group.id)
    return [(group, phones) for group, phones in session.execute(kept)]


def kind_of_key(by: Reader, gid: UUID, typed: str) -> str:
    """Return which key *typed* is: ``claim``, ``recovery`` or none (only hashes)."""
    group = permissions.group_for(by, gid, Action.ARRANGE)
    if hmac.compare_digest(group.claim_sha256, devices.sha256_of(typed)):
        return "claim"
    sha256 = devices.sha256_of(invites.normalized(typed))
    is_recovery = hmac.compare_digest(group.recovery_sha256 or "", sha256)
    return "recovery" if is_recovery else ""

"""Groups with their revision, memberships of devices, players and seasons."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased, undefer

from scorepad.db.engine import connection_of
from scorepad.db.history import Reader
from scorepad.db.tables.games import AnyGame, GameRow, Seat
from scorepad.db.tables.groups import Device, Group, Membership, Merge, Player, Season
from scorepad.games.names import Look


def lock_group(session: Session, group: Group) -> bool:
    """Lock a group until the transaction ends; return whether it still exists."""
    locked = sa.select(Group.deleted_at).where(Group.id == group.id)
    return session.scalar(locked.with_for_update(key_share=True)) is None


def is_lasting() -> sa.ColumnElement[bool]:
    """Return the condition for memberships that have not expired."""
    ends = Membership.ends_at
    return sa.or_(ends.is_(None), ends > sa.func.current_timestamp())


# Not GameRow: its filter by kind of game would cost time.
SCORED: Final = AnyGame.__table__.alias("scored")
HOLDER: Final = aliased(Player)
MEMBER: Final = (
    Membership.role,
    SCORED.c.uuid.label("scores"),
    HOLDER.uuid.label("holder"),
    Membership.took_over,
)
"""Role, game to score, and player of a device; :func:`of_member` joins the tables."""

_DEVICE: Final[sa.ColumnElement[int]] = sa.bindparam("device")


def of_member(
    wanted: sa.Select[Any], device: sa.ColumnElement[int] = _DEVICE
) -> sa.Select[Any]:
    """Join the tables of :data:`MEMBER` to a query of groups, for one *device*."""
    return (
        wanted.join(Membership, Membership.group_id == Group.id)
        .outerjoin(SCORED, SCORED.c.id == Membership.scores_game_id)
        .outerjoin(HOLDER, HOLDER.id == Membership.player_id)
        .where(
            Group.uuid == sa.bindparam("group"),
            Group.deleted_at.is_(None),
            Membership.device_id == device,
            is_lasting(),
        )
    )


def add_membership(
    session: Session, group: Group, device_id: int, *, role: str
) -> Membership:
    """Add a membership, or replace role and expiry of the existing one."""
    of_device = {"group_id": group.id, "device_id": device_id}
    return session.merge(Membership(**of_device, role=role, ends_at=None))


def groups_of(
    by: Reader, *, role: str | None = None, deleted: bool = False
) -> tuple[Group, ...]:
    """Return a device's groups, or *deleted* ones; by *role* if given, last first."""
    groups = sa.select(Group).join(Membership, Membership.group_id == Group.id)
    mine = groups.where(Membership.device_id == by.device_id, is_lasting())
    if role is not None:
        mine = mine.where(Membership.role == role)
    kept = Group.deleted_at.is_not(None) if deleted else Group.deleted_at.is_(None)
    in_order = mine.where(kept).order_by(Group.deleted_at.desc(), Group.id.desc())
    return tuple(by.session.scalars(in_order))


GroupInUse = tuple[Group, int, date | None]
"""A group, how many players it has, and when they finished a game last."""


def groups_in_use(by: Reader) -> list[GroupInUse]:
    """Return the groups of a device, the one that was changed last first."""
    if by.device_id is None:
        return []
    games = AnyGame.group_id == Group.id, AnyGame.deleted_at.is_(None)
    is_player = Player.group_id == Group.id, Player.merged_into.is_(None)
    people = sa.select(sa.func.count(Player.id)).where(*is_player, ~Player.archived)
    is_over = AnyGame.finished_at.is_not(None)
    played = sa.select(sa.func.max(AnyGame.played_on)).where(*games, is_over)
    changed = sa.select(sa.func.max(AnyGame.changed_at)).where(*games).scalar_subquery()
    mine = Membership.device_id == by.device_id, is_lasting()
    rows = by.session.execute(
        sa.select(Group, people.scalar_subquery(), played.scalar_subquery())
        .join(Membership, Membership.group_id == Group.id)
        .where(*mine, Group.deleted_at.is_(None))
        .order_by(sa.func.coalesce(changed, Group.created_at).desc(), Group.id.desc())
    )
    return [(group, people, played) for group, people, played in rows]


def page_state(session: Session, uuid: UUID) -> tuple[object, ...]:
    """Return what identifies the state of all pages of a group, first its revision."""
    return tuple(connection_of(session).execute(_STATE, {"group": uuid}).one())


_STATE = sa.select(
    Group.revision,
    # Grows until a game is finished or deleted, which raises the revision above.
    sa.select(sa.func.sum(GameRow.revision))
    .where(
        GameRow.group_id == Group.id,
        GameRow.finished_at.is_(None),
        GameRow.deleted_at.is_(None),
    )
    .scalar_subquery(),
    sa.select(sa.func.count(Membership.device_id))
    .where(Membership.group_id == Group.id, is_lasting())
    .scalar_subquery(),
    Group.recovery_sha256.is_(None),
).where(Group.uuid == sa.bindparam("group"))


def raise_revision(session: Session, *group_ids: int) -> None:
    """Raise the revision of cached pages of groups; call it last, as it locks rows."""
    groups = sa.update(Group).where(Group.id.in_(group_ids))
    raised = groups.values(revision=Group.revision + 1)
    session.execute(raised.execution_options(synchronize_session=False))


def lock_device(session: Session, device_id: int) -> None:
    """Lock a device until the transaction ends, which serializes its writes."""
    device = sa.select(Device.id).where(Device.id == device_id)
    session.execute(device.with_for_update(key_share=True))


def find_holders(
    session: Session, group_id: int, device_ids: Collection[int]
) -> dict[int, sa.Row[int, str | None, str | None]]:
    """Return *kind* and *name* (of the player) of devices in a group, by their ids."""
    mine = sa.and_(Membership.device_id == Device.id, Membership.group_id == group_id)
    rows = session.execute(
        sa.select(Device.id, Device.kind, Player.name)
        .outerjoin(Membership, mine)
        .outerjoin(Player, Player.id == Membership.player_id)
        .where(Device.id.in_(device_ids))
    )
    return {row.id: row for row in rows}


def players_of(
    session: Session, group: Group, *, archived: bool = False
) -> tuple[Player, ...]:
    """Return the players of a group in order of entry, guests last, *archived* too."""
    wanted = [Player.group_id == group.id, Player.merged_into.is_(None)]
    if not archived:
        wanted.append(Player.archived.is_(False))
    in_order = sa.select(Player).order_by(Player.archived, Player.guest, Player.id)
    return tuple(session.scalars(in_order.where(*wanted)))


def current_players(
    session: Session, group: Group, uuids: Collection[UUID]
) -> dict[UUID, Player]:
    """Return the players of a group with these ids, after merges, by these ids."""
    wanted = Player.group_id == group.id, Player.uuid.in_(uuids)
    found = {}
    for player in session.scalars(sa.select(Player).where(*wanted)).all():
        now = player
        while now.merged_into is not None:
            now = session.get_one(Player, now.merged_into)
        found[player.uuid] = now
    return found


def players_named(
    session: Session, group: Group, keys: Collection[str]
) -> dict[str, Player]:
    """Return the players of a group with these name keys, by key."""
    wanted = Player.group_id == group.id, Player.name_key.in_(keys)
    found = session.scalars(sa.select(Player).where(*wanted))
    return {player.name_key: player for player in found}


def seasons_of(session: Session, group: Group) -> tuple[Season, ...]:
    """Return all seasons of a group by number."""
    seasons = sa.select(Season).filter_by(group_id=group.id).order_by(Season.number)
    days = undefer(Season.first_game), undefer(Season.last_game)
    return tuple(session.scalars(seasons.options(*days)))


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """Return a player of a group."""
    return session.scalar(sa.select(Player).filter_by(group_id=group_id, uuid=uuid))


def chosen_looks(session: Session, gid: UUID) -> dict[UUID, Look]:
    """Return the looks that players of a group have chosen."""
    of_group = sa.select(Player).join(Group, Group.id == Player.group_id)
    chosen = of_group.where(Group.uuid == gid, Player.colour.is_not(None))
    return {player.uuid: player.look for player in session.scalars(chosen)}


def season_among(all_: Sequence[Season], day: date) -> Season:
    """Return the usual season of *day*, else the last before it, else the first."""
    usual = [each for each in all_ if not each.is_tournament]
    seasons = sorted(usual, key=lambda each: each.starts_on)
    begun = [each for each in seasons if each.starts_on <= day]
    holding = [each for each in begun if each.ends_on is None or day <= each.ends_on]
    return (holding or begun or seasons[:1])[-1]


def same_people(session: Session, ids: Iterable[int]) -> tuple[Player, ...]:
    """Return these players (row ids) and all linked by merges or between groups."""
    found: set[int] = set()
    more = set(ids)
    while more:
        found |= more
        into = sa.select(Merge.into_id).where(Merge.player_id.in_(more))
        from_ = sa.select(Merge.player_id).where(Merge.into_id.in_(more))
        more = {*session.scalars(into), *session.scalars(from_)} - found
    people = sa.select(Player).where(Player.id.in_(found))
    return tuple(session.scalars(people.order_by(Player.id)))


def name_keys_of(session: Session, group_id: int) -> set[str]:
    """Return the name keys of all players of a group."""
    keys = sa.select(Player.name_key).where(Player.group_id == group_id)
    return set(session.scalars(keys))


def players_with_devices(
    session: Session, group_id: int, *, but: int | None = None
) -> frozenset[UUID]:
    """Return the players with a device in the group, ignoring the device *but*."""
    held = (
        sa.select(Player.uuid)
        .join(Membership, Membership.player_id == Player.id)
        .where(Membership.group_id == group_id, is_lasting())
    )
    if but is not None:
        held = held.where(Membership.device_id != but)
    return frozenset(session.scalars(held))


def games_at(player: Player) -> sa.Select[AnyGame]:
    """Return a query of the player's games, deleted ones included."""
    games = sa.select(AnyGame).join(Seat, Seat.game_id == AnyGame.id)
    return games.where(Seat.player_id == player.id).order_by(AnyGame.id)

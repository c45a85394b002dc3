"""Players and seasons of a group, and players who are the same person."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, lazyload, undefer

from scorepad.db.groups import is_lasting
from scorepad.db.history import Writer
from scorepad.db.tables import (
    AnyGame,
    GameRow,
    Group,
    Membership,
    Merge,
    Player,
    Season,
    Seat,
)
from scorepad.games.names import Look


def players_of(
    session: Session, group: Group, *, archived: bool = False
) -> tuple[Player, ...]:
    """Return the players of a group in order of entry, guests last, *archived* too."""
    is_own = Player.group_id == group.id, Player.merged_into.is_(None)
    players = select(Player).where(*is_own)
    if not archived:
        players = players.where(Player.archived.is_(False))
    in_order = players.order_by(Player.archived, Player.guest, Player.id)
    return tuple(session.scalars(in_order))


def current_player(session: Session, player: Player) -> Player:
    """Return the player after merges."""
    while player.merged_into is not None:
        player = session.get_one(Player, player.merged_into)
    return player


def current_players(
    session: Session, group: Group, uuids: Collection[UUID]
) -> dict[UUID, Player]:
    """Return the players of a group with these ids, after merges, by these ids."""
    wanted = Player.group_id == group.id, Player.uuid.in_(uuids)
    found = session.scalars(select(Player).where(*wanted)).all()
    return {player.uuid: current_player(session, player) for player in found}


def players_named(
    session: Session, group: Group, keys: Collection[str]
) -> dict[str, Player]:
    """Return the players of a group with these name keys, by key."""
    wanted = Player.group_id == group.id, Player.name_key.in_(keys)
    found = session.scalars(select(Player).where(*wanted))
    return {player.name_key: player for player in found}


def seasons_of(session: Session, group: Group) -> tuple[Season, ...]:
    """Return all seasons of a group by number."""
    seasons = select(Season).where(Season.group_id == group.id).order_by(Season.number)
    days = undefer(Season.first_game), undefer(Season.last_game)
    return tuple(session.scalars(seasons.options(*days)))


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """Return a player of a group."""
    wanted = Player.group_id == group_id, Player.uuid == uuid
    return session.scalar(select(Player).where(*wanted))


def chosen_looks(session: Session, gid: UUID) -> dict[UUID, Look]:
    """Return the looks that players of a group have chosen."""
    of_group = select(Player).join(Group, Group.id == Player.group_id)
    chosen = of_group.where(Group.uuid == gid, Player.colour.is_not(None))
    return {player.uuid: player.look for player in session.scalars(chosen)}


def season_for(session: Session, group: Group, day: date) -> Season:
    """Return the season that a game of *day* belongs to."""
    return season_among(seasons_of(session, group), day)


def season_among(all_: Sequence[Season], day: date) -> Season:
    """Return the usual season of *day*, else the last before it, else the first."""
    usual = [each for each in all_ if not each.is_tournament]
    seasons = sorted(usual, key=lambda each: each.starts_on)
    begun = [each for each in seasons if each.starts_on <= day]
    holding = [each for each in begun if each.ends_on is None or day <= each.ends_on]
    return (holding or begun or seasons[:1])[-1]


def linked_players(
    session: Session, group: Group, players: Sequence[Player]
) -> dict[int, Player]:
    """Return the players of *group* linked to players of another group, by row id."""
    ids = [each.id for each in players]
    is_linked = Merge.player_id.in_(ids) | Merge.into_id.in_(ids)
    rows = session.execute(
        select(Merge.player_id, Merge.into_id, Player)
        .join(Player, Player.id.in_((Merge.player_id, Merge.into_id)))
        .where(is_linked, Player.group_id == group.id)
        .order_by(Merge.id)
    )
    return {one if other == here.id else other: here for one, other, here in rows}


def link_players(by: Writer, there: Sequence[Player], here: Sequence[Player]) -> None:
    """Link players of two groups pairwise, if not linked yet in either direction."""
    ids = {each.id for each in (*there, *here)}
    found = select(Merge.player_id, Merge.into_id).where(
        Merge.player_id.in_(ids), Merge.into_id.in_(ids)
    )
    known = {frozenset(pair) for pair in by.session.execute(found)}
    for one, other in zip(there, here, strict=True):
        if {one.id, other.id} not in known:
            pair = {"player_id": one.id, "into_id": other.id}
            where = {"group_id": other.group_id, "merged_at": by.at}
            by.session.add(Merge(games=[], **pair, **where))
    by.session.flush()


def same_people(session: Session, ids: Iterable[int]) -> tuple[Player, ...]:
    """Return these players (row ids) and all linked by merges or between groups."""
    found: set[int] = set()
    more = set(ids)
    while more:
        found |= more
        into = select(Merge.into_id).where(Merge.player_id.in_(more))
        from_ = select(Merge.player_id).where(Merge.into_id.in_(more))
        more = {*session.scalars(into), *session.scalars(from_)} - found
    people = select(Player).where(Player.id.in_(found))
    return tuple(session.scalars(people.order_by(Player.id)))


def name_keys_of(session: Session, group_id: int) -> set[str]:
    """Return the name keys of all players of a group."""
    keys = select(Player.name_key).where(Player.group_id == group_id)
    return set(session.scalars(keys))


def players_with_devices(
    session: Session, group_id: int, *, but: int | None = None
) -> frozenset[UUID]:
    """Return the players with a device in the group, ignoring the device *but*."""
    held = (
        select(Player.uuid)
        .join(Membership, Membership.player_id == Player.id)
        .where(Membership.group_id == group_id, is_lasting())
    )
    if but is not None:
        held = held.where(Membership.device_id != but)
    return frozenset(session.scalars(held))


def games_at(player: Player) -> Select[AnyGame]:
    """Return a query of the player's games, deleted ones included, without rounds."""
    games = select(AnyGame).join(Seat, Seat.game_id == AnyGame.id)
    mine = games.where(Seat.player_id == player.id).order_by(AnyGame.id)
    return mine.options(lazyload(GameRow.rounds))

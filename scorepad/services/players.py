"""The players of a group: names, devices, merges; games that move to another group."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid4

from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session, aliased, lazyload

from scorepad.db import engine, results, tables
from scorepad.db import groups as db_groups
from scorepad.db.games import count_new_names, known_games
from scorepad.db.history import Reader, Writer, count_revision
from scorepad.db.tables import AnyGame, GameRow, Group, Membership, Merge, Player
from scorepad.games.names import Look, name_key
from scorepad.services import activity, permissions, rate_limits, requests, seating
from scorepad.services.games import append_settings
from scorepad.services.permissions import Action, Role
from scorepad.services.tournament_files import move_tournaments


def merges_of(session: Session, group: Group) -> Sequence[Row[Merge, str, str]]:
    """Return the merges that can be undone, newest first, with both names."""
    # A merge into a player who was later merged must wait until that is undone.
    # Links to players of other groups (from moved games) are not merges.
    one, into = aliased(Player), aliased(Player)
    return session.execute(
        select(Merge, one.name.label("name"), into.name.label("into"))
        .join(one, one.id == Merge.player_id)
        .join(into, into.id == Merge.into_id)
        .where(Merge.group_id == group.id, one.group_id == group.id)
        .where(into.merged_into.is_(None))
        .order_by(Merge.id.desc())
    ).all()


def rename_player(by: Writer, gid: UUID, who: UUID, name: str) -> None:
    """Rename a player in all games, unless the name is taken or invalid."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        player = permissions.player_for(by.session, group, who)
        clean = requests.valid_name(name)
        key = name_key(clean)
        other = db_groups.players_named(by.session, group, [key]).get(key, player)
        if other.id != player.id:
            raise requests.refusal("name", "name_taken", name=other.name)
        player.name, player.name_key = clean, key
        by.session.flush()
        count_new_names(by.session, [player])


def choose_look(by: Writer, gid: UUID, who: UUID, look: Look) -> None:
    """Give a player another colour and picture: by the player's device, or an owner."""
    with permissions.group_to_change(by, gid, Action.READ) as (group, own):
        player = permissions.player_for(by.session, group, who)
        if not own.may(Action.CHOOSE_LOOK, people=[player.uuid]):
            raise requests.NotAllowedError
        player.colour, player.picture = look
        db_groups.raise_revision(by.session, group.id)


def choose_player(by: Writer, gid: UUID, who: UUID | None, name: str = "") -> None:
    """Assign this device to a player, or to a new one with this *name*."""
    device_id = by.device_id
    with permissions.group_to_change(by, gid, Action.PLAY) as (group, member):
        if who is None:
            (player,) = seating.seat_players(by, group, [(uuid4(), name)])
        else:
            player = permissions.player_for(by.session, group, who, merged=True)
            others = db_groups.players_with_devices(by.session, group.id, but=device_id)
            if who in others and not member.may(Action.LET_IN):
                raise requests.NotAllowedError
        activity.record(by, group.id, "introduced", about=player)
        by.session.get_one(Membership, (group.id, device_id)).player_id = player.id


def describe_player(
    by: Writer, gid: UUID, who: UUID, *, guest: bool, archived: bool
) -> None:
    """Mark a player as guest, as archived, or neither."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        player = permissions.player_for(by.session, group, who)
        player.guest, player.archived = guest, archived


def merge_players(by: Writer, gid: UUID, who: UUID, into: UUID) -> None:
    """Merge a player into another one, who takes over all games and devices."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        player = permissions.player_for(by.session, group, who)
        other = permissions.player_for(by.session, group, into)
        games = _reseat(by, player=player, other=other)
        player.merged_into = other.id
        theirs = update(Membership).where(Membership.player_id == player.id)
        by.session.execute(theirs.values(player_id=other.id))
        pair = {"player_id": player.id, "into_id": other.id}
        by.session.add(Merge(group_id=group.id, games=games, merged_at=by.at, **pair))
        activity.record(by, group.id, "merged", about=player, into=other)
        db_groups.raise_revision(by.session, group.id)


def undo_merge(by: Writer, gid: UUID, merge_id: int) -> None:
    """Undo a merge: the player gets back the games of before."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        merges = {merge.id: merge for merge, *_ in merges_of(by.session, group)}
        if (merge := merges.get(merge_id)) is None:
            raise requests.NotThereError
        player = by.session.get_one(Player, merge.player_id)
        other = by.session.get_one(Player, merge.into_id)
        _reseat(by, player=other, other=player, of=merge)
        player.merged_into = None
        by.session.delete(merge)
        activity.record(by, group.id, "unmerged", about=player, into=other)
        db_groups.raise_revision(by.session, group.id)


def _reseat(
    by: Writer, *, player: Player, other: Player, of: Merge | None = None
) -> list[int]:
    # In all games, or those of a merge.
    mine = db_groups.games_at(player).options(lazyload(GameRow.rounds))
    locked = by.session.scalars(mine.with_for_update(of=AnyGame))
    games = [row for row in locked if of is None or row.id in of.games]
    sat = {seat.player_id for row in games for seat in row.seats}
    if player is other or other.id in sat:
        raise requests.conflict("player", "sat_together")
    for row in games:
        row.settings_revision = count_revision(by, row)
        seat = next(each for each in row.seats if each.player_id == player.id)
        seat.player = other
        append_settings(by, row)
    results.follow_seats(by.session, [row.id for row in games])
    return [row.id for row in games]


AT_ONCE: Final = 50  # games per transaction: few, so that saves wait little


def other_groups(by: Reader, gid: UUID) -> tuple[Group, ...]:
    """Return the other groups that this device owns, if it owns this one."""
    owned = db_groups.groups_of(by, role=Role.OWNER)
    others = tuple(group for group in owned if group.uuid != gid)
    return others if len(others) < len(owned) else ()


def move_games(by: Writer, gid: UUID, target: UUID, game: UUID | None = None) -> None:
    """Move a *game* to another group, or all games, and delete the empty group.

    Players are matched by name or created. Each transaction moves a few games; after an
    interruption, call it again.

    :raises WrongTimeError: a game conflicts with the other group, or that would exceed
        its limit of games.
    """
    while _move_some(by, gid, target, game) and game is None:
        pass


def _move_some(by: Writer, gid: UUID, target: UUID, game: UUID | None) -> int:
    # How many games are left. The group is deleted with its last batch, under the same
    # lock: a game created meanwhile waits for it and then finds no group.
    with engine.write_transaction(by.session):
        source = permissions.group_for(by, gid, Action.ARRANGE)
        other = permissions.group_for(by, target, Action.ARRANGE)
        for group in sorted((source, other), key=lambda each: each.id):
            permissions.lock_group_or_404(by.session, group)
        wanted = select(AnyGame).where(AnyGame.group_id == source.id)
        if game is not None:
            wanted = wanted.where(AnyGame.uuid == game)
        some = wanted.order_by(AnyGame.id).limit(AT_ONCE).with_for_update(of=AnyGame)
        games = by.session.scalars(some.options(lazyload(GameRow.rounds))).all()
        if game is not None and (not games or games[0].season.is_tournament):
            raise requests.NotThereError
        known = known_games(by.session, other, [row.uuid for row in games])
        if known or source.id == other.id:
            raise requests.conflict("game", "cannot_move")
        # Count all that are left, so that a group is never moved in part.
        more = 1 if game is not None else rate_limits.count_games(by.session, source)
        rate_limits.check_room_for_games(by.session, other, more=more)
        seasons = db_groups.seasons_of(by.session, other)
        ids = [row.id for row in games]
        scoring = update(Membership).where(Membership.scores_game_id.in_(ids))
        by.session.execute(scoring.values(scores_game_id=None))
        links = update(tables.Invite).where(tables.Invite.game_id.in_(ids))
        by.session.execute(links.values(game_id=None))
        for row in games:
            row.settings_revision = count_revision(by, row)
            sat = [seat.player for seat in row.seats]
            players = seating.seat_namesakes(by, other, sat)
            for seat, player in zip(row.seats, players, strict=True):
                seat.player = player
            row.group_id = other.id
            row.season_id = db_groups.season_among(seasons, row.played_on).id
            append_settings(by, row)
        results.follow_seats(by.session, ids)
        moved = {"games": len(games)}
        activity.record(by, source.id, "moved_away", facts=moved)
        activity.record(by, other.id, "moved_here", facts=moved)
        left = rate_limits.count_games(by.session, source)
        if game is None and not left:
            move_tournaments(by, source, other)
            source.deleted_at = by.at
            activity.record(by, source.id, "group_deleted")
        db_groups.raise_revision(by.session, source.id, other.id)
        return left

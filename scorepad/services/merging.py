"""Moves of games between two groups of the same people."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.games import known_games, raise_settings
from scorepad.db.groups import (
    groups_of,
    raise_revision,
    revoke_scoring,
    some_games,
)
from scorepad.db.history import Stamp
from scorepad.db.people import season_among, seasons_of
from scorepad.db.results import follow_seats
from scorepad.db.tables import AnyGame, Group, Season
from scorepad.services.errors import CannotMoveError, NotThereError
from scorepad.services.games import append_settings
from scorepad.services.permissions import Action, Role, group_for, lock_group_or_404
from scorepad.services.rate_limits import check_room_for_games, count_games
from scorepad.services.seating import seat_namesakes

AT_ONCE: Final = 50
"""Games per transaction: few, so that saves wait little."""


def other_groups(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[Group, ...]:
    """Return the other groups that this device owns, if it owns this one."""
    owned = () if device_id is None else groups_of(session, device_id, role=Role.OWNER)
    others = tuple(group for group in owned if group.uuid != gid)
    return others if len(others) < len(owned) else ()


def move_game_over(
    session: Session, stamp: Stamp, gid: UUID, game: UUID, target: UUID
) -> None:
    """Move a game to another group; players are matched by name or created.

    :raises CannotMoveError: the game conflicts with the other group.
    :raises WrongTimeError: the other group has reached its limit of games.
    """
    _move_some(session, stamp, gid, target, game)


def move_group_over(session: Session, stamp: Stamp, gid: UUID, target: UUID) -> None:
    """Move all games of a group to another one, and delete the empty group.

    Moves a few games per transaction; after an interruption, call it again.

    :raises CannotMoveError: a game conflicts with the other group.
    :raises WrongTimeError: the other group would exceed its limit of games.
    """
    while _move_some(session, stamp, gid, target):
        pass


def _move_some(
    session: Session, stamp: Stamp, gid: UUID, target: UUID, game: UUID | None = None
) -> int:
    """Move one game or, without *game*, a batch; return how many are left.

    The group is deleted with its last batch, under the same lock: a game created
    meanwhile waits for it and then finds no group.
    """
    with write_transaction(session):
        source = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        other = group_for(session, stamp.device_id, target, Action.ARRANGE)
        if source.id == other.id:
            raise CannotMoveError
        for group in sorted((source, other), key=lambda each: each.id):
            lock_group_or_404(session, group)
        games = some_games(session, source, game, at_most=AT_ONCE)
        if game is not None and not games:
            raise NotThereError
        if known_games(session, other, [row.uuid for row in games]):
            raise CannotMoveError
        # Count all that are left, so that a group is never moved in part.
        more = 1 if game is not None else count_games(session, source)
        check_room_for_games(session, other, more=more)
        ids, seasons = [row.id for row in games], seasons_of(session, other)
        revoke_scoring(session, ids)
        for row in games:
            _move(session, stamp, row, other, seasons)
        follow_seats(session, ids)
        left = count_games(session, source)
        if game is None and not left:
            source.deleted_at = stamp.at
        raise_revision(session, source.id, other.id)
        session.commit()
        return left


def _move(
    session: Session,
    stamp: Stamp,
    row: AnyGame,
    target: Group,
    seasons: Sequence[Season],
) -> None:
    raise_settings(session, row, stamp, seen=row.revision)
    sat = [seat.player for seat in row.seats]
    players = seat_namesakes(session, target, stamp, sat)
    for seat, player in zip(row.seats, players, strict=True):
        seat.player_id = player.id
    row.group_id = target.id
    row.season_id = season_among(seasons, row.played_on).id
    session.flush()
    for seat in row.seats:
        session.expire(seat, ["player"])
    append_settings(session, row, stamp)

"""Bringing games together that were played under two groups by the same people."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.deletions import mark_deleted
from scorepad.db.engine import write_transaction
from scorepad.db.games import known_games, raise_settings
from scorepad.db.groups import (
    groups_of,
    let_go,
    raise_revision,
    some_games,
)
from scorepad.db.history import Stamp
from scorepad.db.people import season_among, seasons_of
from scorepad.db.results import follow_seats
from scorepad.db.tables import AnyGame, Group, Season
from scorepad.services.errors import CannotMoveError, NotThereError
from scorepad.services.games import append_settings
from scorepad.services.permissions import Action, Role, group_for, hold_to_fill
from scorepad.services.rate_limits import check_room_for_games, count_games
from scorepad.services.seating import seat_namesakes

AT_ONCE: Final = 50
"""So many games in one transaction: nobody's save waits long for it."""


def other_groups(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[Group, ...]:
    """The other groups that this device owns, if it owns this one: games may move."""
    if device_id is None:
        return ()
    owned = groups_of(session, device_id, role=Role.OWNER)
    if gid not in {group.uuid for group in owned}:
        return ()
    return tuple(group for group in owned if group.uuid != gid)


def move_game_over(
    session: Session, stamp: Stamp, gid: UUID, game: UUID, target: UUID
) -> None:
    """Let a game belong to another group; its people are found there or are new.

    :raises NotThereError: the device is in no such groups, or there is no such game.
    :raises NotAllowedError: it may not arrange things in both.
    :raises CannotMoveError: the game cannot be in the other group.
    :raises WrongTimeError: that has as many games as a group may have.
    """
    _move_some(session, stamp, gid, target, game)


def move_group_over(session: Session, stamp: Stamp, gid: UUID, target: UUID) -> None:
    """Let all games of a group belong to another one, and delete the empty group.

    Some games at a time; whatever stops it, the rest can be moved by doing it again.

    :raises NotThereError: the device is in no such groups.
    :raises NotAllowedError: it may not arrange things in both.
    :raises CannotMoveError: a game cannot be in the other group.
    :raises WrongTimeError: there would be more games than a group may have.
    """
    while _move_some(session, stamp, gid, target):
        pass


def _move_some(
    session: Session, stamp: Stamp, gid: UUID, target: UUID, game: UUID | None = None
) -> int:
    """Move one game or, without one, some; tell how many are left.

    Without a game the group goes with its last ones, while it is still held: whoever
    founds a game in it meanwhile waits for that, and then finds no group.
    """
    with write_transaction(session):
        source = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        other = group_for(session, stamp.device_id, target, Action.ARRANGE)
        if source.id == other.id:
            raise CannotMoveError
        for group in sorted((source, other), key=lambda each: each.id):
            hold_to_fill(session, group)
        games = some_games(session, source, game, at_most=AT_ONCE)
        if game is not None and not games:
            raise NotThereError
        if known_games(session, other, [row.uuid for row in games]):
            raise CannotMoveError
        # All that are left: a group that does not fit is not torn in two.
        more = 1 if game is not None else count_games(session, source)
        check_room_for_games(session, other, more=more)
        if games:
            _move(session, stamp, games, other)
        left = count_games(session, source)
        if game is None and not left:
            mark_deleted(source, stamp.at)
        raise_revision(session, source.id, other.id)
        session.commit()
        return left


def _move(
    session: Session,
    stamp: Stamp,
    games: Sequence[AnyGame],
    target: Group,
) -> None:
    ids = [row.id for row in games]
    let_go(session, ids)
    seasons = seasons_of(session, target)
    for row in games:
        _move_one(session, stamp, row, target, seasons)
    follow_seats(session, ids)


def _move_one(
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

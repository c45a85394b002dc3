"""Queries of games, and their revisions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, select, union_all, update
from sqlalchemy.orm import Session

from scorepad.db import groups
from scorepad.db.history import Writer
from scorepad.db.rounds import count_revision
from scorepad.db.tables import (
    WIZARD,
    AnyGame,
    Device,
    DocumentGame,
    GameRow,
    Group,
    Membership,
    Player,
    Season,
    Seat,
)

# Built once, because every save uses it.
_FOUND = select(AnyGame).where(
    AnyGame.group_id == bindparam("group"), AnyGame.uuid == bindparam("game")
)
_HELD = _FOUND.with_for_update(key_share=True)


def find_game(
    session: Session, group: Group, uuid: UUID, *, lock: bool = False
) -> AnyGame | None:
    """Return a game of a group, deleted or not, locked for the transaction if asked."""
    return session.scalar(_HELD if lock else _FOUND, {"group": group.id, "game": uuid})


def known_games(
    session: Session, group: Group, uuids: Sequence[UUID]
) -> tuple[AnyGame, ...]:
    """Return those of these games that exist in the group."""
    games = select(AnyGame).where(AnyGame.group_id == group.id, AnyGame.uuid.in_(uuids))
    return tuple(session.scalars(games))


Kind = TypeVar("Kind", GameRow, DocumentGame)


def recent_games(
    session: Session, group: Group, limit: int, kind: type[Kind]
) -> tuple[Kind, ...]:
    """Return all unfinished games and the last *limit* finished ones, latest first.

    Unfinished ones may be sealed.
    """
    is_over, of_group = kind.finished_at.is_not(None), kind.group_id == group.id
    finished = select(kind.id).where(of_group, kind.is_listed(), is_over)
    running = select(kind.id).where(of_group, kind.deleted_at.is_(None), ~is_over)
    last = finished.order_by(kind.id.desc())
    wanted = union_all(running, select(last.limit(limit).subquery().c.id))
    games = select(kind).where(kind.id.in_(wanted)).order_by(kind.id.desc())
    return tuple(session.scalars(games))


RUNNING_FOR: Final = timedelta(hours=24)


def is_running(at: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for unfinished games that were played on lately.

    A change of a later time comes from a wrong clock.
    """
    return (
        AnyGame.finished_at.is_(None),
        AnyGame.deleted_at.is_(None),
        AnyGame.changed_at.between(at - RUNNING_FOR, at + RUNNING_FOR),
    )


def count_new_names(session: Session, players: Sequence[Player]) -> None:
    """Increment the revisions of games of renamed players; pending saves may go on."""
    ids = [player.id for player in players]
    sat = select(Seat.game_id).where(Seat.player_id.in_(ids))
    session.execute(
        update(AnyGame)
        .where(AnyGame.id.in_(sat))
        .values(revision=AnyGame.revision + 1)
        .execution_options(synchronize_session=False)
    )
    groups.raise_revision(session, *{player.group_id for player in players})
    session.expire_all()


def raise_settings(by: Writer, game: AnyGame, *, seen: int) -> bool:
    """Raise the revision for new settings; false if others changed since *seen*."""
    if not game.settings_revision <= seen <= game.revision:
        return False
    game.settings_revision = count_revision(by, game)
    by.session.flush()
    return True


def other_games(
    session: Session, group: Group, season: Season | None
) -> tuple[AnyGame, ...]:
    """Return the games other than Wizard, of a *season* or all, latest first."""
    within = [AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)]
    if season is not None:
        within.append(AnyGame.season_id == season.id)
    games = select(AnyGame).where(*within, AnyGame.game != WIZARD)
    in_order = games.order_by(AnyGame.played_on.desc(), AnyGame.id.desc())
    return tuple(session.scalars(in_order))


# Built once, because spectators poll it every two seconds.
SEEN: Final = (
    select(AnyGame.revision, *groups.MEMBER)
    .join(Group, Group.id == AnyGame.group_id)
    .join(Membership, Membership.group_id == Group.id)
    .join(Device, Device.id == Membership.device_id)
    .outerjoin(groups.SCORED, groups.SCORED.c.id == Membership.scores_game_id)
    .outerjoin(groups.HOLDER, groups.HOLDER.id == Membership.player_id)
    .where(
        Device.token_sha256 == bindparam("token_sha256"),
        # A device whose use must be recorded takes the slow path.
        Device.former_sha256.is_(None),
        Device.seen_on == bindparam("today"),
        groups.is_lasting(),
        Group.uuid == bindparam("group"),
        Group.deleted_at.is_(None),
        AnyGame.uuid == bindparam("game"),
        AnyGame.address_word == bindparam("word"),
    )
)
"""The revision of a game, and the membership of the device with a token."""

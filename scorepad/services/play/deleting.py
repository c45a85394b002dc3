"""Games that were deleted: out of every list at once, and back for thirty days."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import (
    Action,
    can,
    game_for,
    group_and_member,
    group_for,
)
from scorepad.services.play.keeping import (
    append_settings,
    season_of,
    set_deleted,
)
from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import Holder, find_holders, hold_device
from scorepad.store.groups.groups import raise_revision
from scorepad.store.play.document_games import deleted_documents
from scorepad.store.play.games import deleted_games, raise_settings
from scorepad.store.play.history import Stamp
from scorepad.store.tables import DocumentGame, GameRow
from scorepad.store.upkeep.deletions import ERASED_AFTER, Deletable, days_since_deletion

KEPT_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A *game*, by its word, that can be brought back for *days_left* more days.

    *deleter* says who deleted it; unknown of those deleted long ago.
    """

    game: str
    id_: UUID
    played_on: date
    names: tuple[str, ...]
    days_left: int
    deleter: Holder | None


@dataclass(frozen=True, slots=True)
class Bin:
    """The deleted games of a group; *may_restore* tells whether this device may."""

    group_id: UUID
    games: tuple[DeletedGame, ...]
    may_restore: bool


def bin_of(session: Session, device_id: int | None, gid: UUID, at: datetime) -> Bin:
    """The games of a group that were deleted and can come back, the last one first.

    :raises NotThereError: the device does not belong to such a group.
    """
    group, member = group_and_member(session, device_id, gid, Action.READ)
    rows: list[GameRow | DocumentGame] = [
        *deleted_games(session, group),
        *deleted_documents(session, group),
    ]
    rows.sort(key=lambda row: row.deleted_at or at, reverse=True)
    left = days_left(session, rows)
    deleters = find_holders(session, group.id, {row.deleted_by or 0 for row in rows})
    games = tuple(
        DeletedGame(
            game="wizard" if isinstance(row, GameRow) else row.game,
            id_=row.uuid,
            played_on=row.played_on,
            names=tuple(seat.player.name for seat in row.seats),
            days_left=left[row],
            deleter=deleters.get(row.deleted_by or 0),
        )
        for row in rows
        if row in left
    )
    return Bin(group.uuid, games, can(member, Action.SCORE))


def days_left(session: Session, rows: Collection[Deletable]) -> dict[Deletable, int]:
    """Return for how many more days each deleted row can be restored.

    Rows that cannot are absent. Days are those on which the server ran, so a clock that
    is wrong makes nothing final.
    """
    gone = days_since_deletion(session, rows)
    return {
        row: min(KEPT_FOR.days, ERASED_AFTER - days)
        for row, days in gone.items()
        if days < ERASED_AFTER
    }


def check_deletion(
    session: Session,
    device_id: int,
    gid: UUID,
    row: GameRow | DocumentGame | None,
    game: UUID | None = None,
) -> None:
    """Check that a device may save a game as deleted; *game* is its id, if of Wizard.

    :raises NotAllowedError: it would delete the game, and may only keep its score.
    """
    if row is None or row.deleted_at is None:
        group_for(session, device_id, gid, Action.DELETE, game=game)


def is_beyond_return(session: Session, row: GameRow | DocumentGame) -> bool:
    """Whether a game was deleted so long ago that it stays deleted."""
    return row.deleted_at is not None and not days_left(session, [row])


def bring_back(session: Session, stamp: Stamp, address: GameAddress) -> int:
    """Bring a deleted game back; tell the number of its season.

    :raises NotThereError: the device does not belong to a group with such a game, or
        it was deleted too long ago.
    :raises NotAllowedError: the device may only look.
    """
    with write_transaction(session):
        group = group_for(
            session, stamp.device_id, address.group, Action.SCORE, game=address.game
        )
        hold_device(session, stamp.device_id)
        row = game_for(session, group, address.game, hold=True)
        if is_beyond_return(session, row):
            raise NotThereError
        if row.deleted_at is not None:
            raise_settings(session, row, stamp, seen=row.revision)
            set_deleted(row, stamp, deleted=False)
            append_settings(session, row, stamp)
            raise_revision(session, group.id)
        number = season_of(session, row).number
        session.commit()
        return number

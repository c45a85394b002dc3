"""Reading what a book of a season is made from: which games, and in which state."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import GameRow, Player, Season, Seat


@dataclass(frozen=True, slots=True)
class GameVersion:
    """What tells one state of a finished game from every other."""

    id_: UUID
    revision: int
    played_on: date
    counts: bool
    players: tuple[str, ...]


def finished_versions(session: Session, season: Season) -> tuple[GameVersion, ...]:
    """The finished games of a season that are not deleted, in the order of playing.

    One query, and no rounds.
    """
    rows = session.execute(
        select(
            GameRow.id,
            GameRow.uuid,
            GameRow.revision,
            GameRow.played_on,
            GameRow.counts,
            Player.name,
        )
        .join(Seat, Seat.game_id == GameRow.id)
        .join(Player, Player.id == Seat.player_id)
        .where(
            GameRow.season_id == season.id,
            GameRow.deleted_at.is_(None),
            GameRow.finished_at.is_not(None),
        )
        .order_by(GameRow.played_on, GameRow.id, Seat.seat)
    )
    return tuple(
        GameVersion(uuid, revision, played_on, counts, tuple(row.name for row in seats))
        for (_, uuid, revision, played_on, counts), seats in groupby(rows, key=_game)
    )


def _game(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(row[:5])

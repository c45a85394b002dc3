"""Find a player, and the last games they finished."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.seasons.filters import Filter, tallies_within
from scorepad.store.tables import GameRow, Player, Tally


@dataclass(frozen=True, slots=True)
class LastGame:
    """A finished game that counts: what a player had from it at how many seats."""

    row_id: int
    id_: UUID
    played_on: date
    total: int
    rank: int
    seats: int


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """A player of a group."""
    return session.scalar(
        select(Player).where(Player.group_id == group_id, Player.uuid == uuid)
    )


def last_games_of(
    session: Session,
    player: Player,
    number: int,
    wanted: Filter,
    *,
    at_most: int | None,
) -> tuple[LastGame, ...]:
    """The last games of a player in a season, or in all (*number* 0), latest first."""
    rows = session.execute(
        select(
            GameRow.id,
            GameRow.uuid,
            Tally.played_on,
            Tally.total,
            Tally.rank,
            Tally.seats,
        )
        .join(GameRow, GameRow.id == Tally.game_id)
        .where(
            Tally.player_id == player.id,
            Tally.ranked.is_(True),
            *tallies_within(player.group_id, number, wanted),
        )
        .order_by(Tally.played_on.desc(), Tally.game_id.desc())
        .limit(at_most)
    )
    return tuple(
        LastGame(id_, uuid, played_on, total or 0, rank or 0, seats)
        for id_, uuid, played_on, total, rank, seats in rows
    )


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game that counts: a player's total, and their bids as numbers."""

    row_id: int
    played_on: date
    total: int
    bids: str


def played_games_of(
    session: Session, player: Player, number: int, wanted: Filter
) -> tuple[PlayedGame, ...]:
    """All games of a player in a season, or in all (*number* 0), in no order."""
    rows = session.execute(
        select(Tally.game_id, Tally.played_on, Tally.total, Tally.bids).where(
            Tally.player_id == player.id,
            Tally.ranked.is_(True),
            *tallies_within(player.group_id, number, wanted),
        )
    )
    return tuple(
        PlayedGame(id_, played_on, total or 0, bids)
        for id_, played_on, total, bids in rows
    )

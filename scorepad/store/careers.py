"""Read every game of one player, with what everybody had from it, in two queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import Session

from scorepad.store.tables import GameRow, Player, Season, Seat, Tally
from scorepad.store.tallies import SeatTally


@dataclass(frozen=True, slots=True)
class SeatOfGame:
    """Who else sat there, and the total they had if it is known."""

    seat: int
    player_id: UUID
    name: str
    total: int | None


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """A finished game that counts, as its player sees it.

    *tally* is ``None`` where the cache does not know the game's present state.
    """

    row_id: int
    uuid: UUID
    played_on: date
    seat: int
    tally: SeatTally | None
    rivals: tuple[SeatOfGame, ...]


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """A player of a group."""
    return session.scalar(
        select(Player).where(Player.group_id == group_id, Player.uuid == uuid)
    )


def games_of_player(
    session: Session, player: Player, season: Season | None
) -> tuple[GameOfPlayer, ...]:
    """The finished games of *player* that count, in the order of their evenings.

    Those of one *season*, or all. Two queries, however many games there are.
    """
    rivals = _rivals_by_game(session, player, season)
    return tuple(
        GameOfPlayer(
            row_id=row.id,
            uuid=row.uuid,
            played_on=row.played_on,
            seat=row.seat,
            tally=_tally(row.Tally),
            rivals=tuple(rivals.get(row.id, ())),
        )
        for row in session.execute(_own_games(player, season))
    )


def _own_games(
    player: Player, season: Season | None
) -> Select[int, UUID, date, int, Tally]:
    return (
        select(GameRow.id, GameRow.uuid, GameRow.played_on, Seat.seat, Tally)
        .join(Seat, Seat.game_id == GameRow.id)
        .outerjoin(Tally, _is_current())
        .where(Seat.player_id == player.id, *_counting(season))
        .order_by(GameRow.played_on, GameRow.id)
    )


def _rivals_by_game(
    session: Session, player: Player, season: Season | None
) -> dict[int, list[SeatOfGame]]:
    mine = select(Seat.game_id).where(Seat.player_id == player.id)
    rows = session.execute(
        select(Seat.game_id, Seat.seat, Player.uuid, Player.name, Tally.total)
        .join(GameRow, GameRow.id == Seat.game_id)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(Tally, _is_current())
        .where(Seat.game_id.in_(mine), Seat.player_id != player.id, *_counting(season))
    )
    found: dict[int, list[SeatOfGame]] = {}
    for game_id, seat, uuid, name, total in rows:
        line = SeatOfGame(seat, uuid, name, total)
        found.setdefault(game_id, []).append(line)
    return found


def _is_current() -> ColumnElement[bool]:
    return and_(
        Tally.game_id == Seat.game_id,
        Tally.seat == Seat.seat,
        Tally.revision == GameRow.revision,
    )


def _counting(season: Season | None) -> Iterator[ColumnElement[bool]]:
    yield GameRow.finished_at.is_not(None)
    yield GameRow.deleted_at.is_(None)
    yield GameRow.counts.is_(True)
    if season is not None:
        yield GameRow.season_id == season.id


def _tally(row: Tally | None) -> SeatTally | None:
    if row is None:
        return None
    return SeatTally(
        total=row.total,
        bids_met=row.bids_met,
        bids_made=row.bids_made,
        rank=row.rank,
        winners=row.winners,
        possible=row.possible,
        league=row.league,
        bids=row.bids,
    )

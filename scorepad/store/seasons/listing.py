"""One page of the games of a season."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import AnyScoring, scoring_called
from scorepad.store.seasons.filters import Filter, games_within
from scorepad.store.tables import (
    DocumentGame,
    Entry,
    GameRow,
    Group,
    Player,
    Result,
    RoundRow,
    Season,
    Seat,
)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat there, the total they ended with and whether they won."""

    player_id: UUID
    name: str
    total: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a season without its rounds; *rounds_played* only of a running one."""

    row_id: int
    uuid: UUID
    played_on: date
    finished: bool
    counts: bool
    scoring: AnyScoring
    rounds: int
    rounds_played: int
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some *games* out of so many."""

    games: tuple[GameLine, ...]
    count: int


def games_on_page(  # noqa: PLR0913 - which games, and how many of them
    session: Session,
    group: Group,
    season: Season | None,
    wanted: Filter,
    *,
    skip: int,
    at_most: int,
    oldest_first: bool = False,
) -> Page:
    """Games that are not deleted, finished or not, of a season or of all.

    The latest first, or the oldest.
    """
    day, row_id = GameRow.played_on, GameRow.id
    order = (day, row_id) if oldest_first else (day.desc(), row_id.desc())
    within = tuple(games_within(group.id, season, wanted.listed))
    count = select(func.count(GameRow.id)).where(*within)
    games = session.execute(
        select(
            GameRow.id,
            GameRow.uuid,
            GameRow.played_on,
            GameRow.finished_at,
            GameRow.counts,
            GameRow.scoring,
            GameRow.ended_after,
            GameRow.cards,
            count.correlate(None).scalar_subquery().label("found"),
        )
        .where(*within)
        .order_by(*order)
        .offset(skip)
        .limit(at_most)
    ).all()
    seats = _seats_of(session, [game.id for game in games])
    running = [game.id for game in games if game.finished_at is None]
    played = _rounds_played(session, running) if running else {}
    lines = tuple(
        GameLine(
            row_id=game.id,
            uuid=game.uuid,
            played_on=game.played_on,
            finished=game.finished_at is not None,
            counts=game.counts,
            scoring=scoring_called(game.scoring),
            rounds=game.ended_after or len(game.cards),
            rounds_played=played.get(game.id, 0),
            seats=tuple(seats.get(game.id, ())),
        )
        for game in games
    )
    return Page(lines, games[0].found if games else 0)


def _seats_of(session: Session, row_ids: Collection[int]) -> dict[int, list[SeatLine]]:
    is_own = and_(Result.game_id == Seat.game_id, Result.seat == Seat.seat)
    rows = session.execute(
        select(Seat.game_id, Player.uuid, Player.name, Result.total, Result.rank)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(Result, is_own)
        .where(Seat.game_id.in_(row_ids))
        .order_by(Seat.game_id, Seat.seat)
    )
    found: dict[int, list[SeatLine]] = {}
    for game_id, uuid, name, total, rank in rows:
        line = SeatLine(uuid, name, total, won=rank == 1)
        found.setdefault(game_id, []).append(line)
    return found


def _rounds_played(session: Session, row_ids: Collection[int]) -> dict[int, int]:
    """How many rounds of these games are closed."""
    is_open = (
        select(Entry.seat)
        .join(Seat, and_(Seat.game_id == RoundRow.game_id, Seat.seat == Entry.seat))
        .where(
            Entry.round_id == RoundRow.id,
            Entry.tricks.is_(None),
            Entry.written_total.is_(None),
            func.coalesce(Seat.joined_in, 1) <= RoundRow.number,
            func.coalesce(Seat.left_after, RoundRow.number) >= RoundRow.number,
        )
        .exists()
    )
    rows = session.execute(
        select(RoundRow.game_id, func.count().label("played"))
        .where(RoundRow.game_id.in_(row_ids), ~is_open)
        .group_by(RoundRow.game_id)
    )
    return {row.game_id: row.played for row in rows}


def games_of_group(
    session: Session, group_id: int, *, after: int, at_most: int
) -> list[int]:
    """Rows of games that are not deleted, in order; those *after* one."""
    games = select(GameRow.id).where(
        GameRow.group_id == group_id,
        GameRow.deleted_at.is_(None),
        GameRow.id > after,
    )
    return list(session.scalars(games.order_by(GameRow.id).limit(at_most)))


def documents_of_group(session: Session, group_id: int) -> list[DocumentGame]:
    """Games that are kept as documents and not deleted, in order."""
    games = select(DocumentGame).where(
        DocumentGame.group_id == group_id, DocumentGame.deleted_at.is_(None)
    )
    return list(session.scalars(games.order_by(DocumentGame.id)))

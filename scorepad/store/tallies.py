"""Keep tallies, and read a whole season of them in a few queries."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import and_, delete, func, select
from sqlalchemy.orm import Session

from scorepad.store.tables import Entry, GameRow, Player, RoundRow, Season, Seat, Tally


class SeatTally(NamedTuple):
    """What a seat has from a game; no *total* where it never closed a round.

    *winners* is how many won the game; *possible* the best total there could have been,
    *league* the league's points. *bids* are the bids played out, as numbers
    that only whoever wrote them can read.
    """

    total: int | None = None
    bids_met: int = 0
    bids_made: int = 0
    rank: int | None = None
    winners: int = 0
    possible: int = 0
    league: int = 0
    bids: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat there, and what they had from it if that is known already."""

    player_id: UUID
    name: str
    tally: SeatTally | None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a season without its rounds; *rounds_played* only of a running one."""

    row_id: int
    uuid: UUID
    played_on: date
    finished: bool
    counts: bool
    rounds: int
    rounds_played: int
    seats: tuple[SeatLine, ...]


def put_tallies(session: Session, game: GameRow, tallies: Sequence[SeatTally]) -> None:
    """Replace the tallies of a game by those of its present revision."""
    session.execute(delete(Tally).where(Tally.game_id == game.id))
    session.add_all(
        Tally(game_id=game.id, seat=seat, revision=game.revision, **each._asdict())
        for seat, each in enumerate(tallies)
    )


def lines_of(session: Session, season: Season) -> tuple[GameLine, ...]:
    """The games of a season that are not deleted, the latest first.

    Three queries, however many games there are. A tally that is older than its game
    is left out.
    """
    seats = _seats_of(session, season)
    played = _rounds_played(session, season)
    games = session.execute(
        select(
            GameRow.id,
            GameRow.uuid,
            GameRow.played_on,
            GameRow.finished_at,
            GameRow.counts,
            GameRow.ended_after,
            GameRow.cards,
        )
        .where(GameRow.season_id == season.id, GameRow.deleted_at.is_(None))
        .order_by(GameRow.played_on.desc(), GameRow.id.desc())
    )
    return tuple(
        GameLine(
            row_id=game.id,
            uuid=game.uuid,
            played_on=game.played_on,
            finished=game.finished_at is not None,
            counts=game.counts,
            rounds=game.ended_after or len(game.cards),
            rounds_played=played.get(game.id, 0),
            seats=tuple(seats.get(game.id, ())),
        )
        for game in games
    )


def _seats_of(session: Session, season: Season) -> dict[int, list[SeatLine]]:
    rows = session.execute(
        select(
            Seat.game_id,
            Player.uuid,
            Player.name,
            Tally.seat,
            Tally.total,
            Tally.bids_met,
            Tally.bids_made,
            Tally.rank,
            Tally.winners,
            Tally.possible,
            Tally.league,
        )
        .join(GameRow, GameRow.id == Seat.game_id)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(
            Tally,
            and_(
                Tally.game_id == Seat.game_id,
                Tally.seat == Seat.seat,
                Tally.revision == GameRow.revision,
            ),
        )
        .where(GameRow.season_id == season.id, GameRow.deleted_at.is_(None))
        .order_by(Seat.game_id, Seat.seat)
    )
    found: dict[int, list[SeatLine]] = {}
    for row in rows:
        known = row.seat is not None
        tally = SeatTally(*row[4:]) if known else None
        line = SeatLine(row.uuid, row.name, tally)
        found.setdefault(row.game_id, []).append(line)
    return found


def _rounds_played(session: Session, season: Season) -> dict[int, int]:
    """How many rounds are closed, of every running game."""
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
        .join(GameRow, GameRow.id == RoundRow.game_id)
        .where(
            GameRow.season_id == season.id,
            GameRow.finished_at.is_(None),
            GameRow.deleted_at.is_(None),
            ~is_open,
        )
        .group_by(RoundRow.game_id)
    )
    return {row.game_id: row.played for row in rows}


def games_by_row(session: Session, row_ids: Collection[int]) -> tuple[GameRow, ...]:
    """Whole games with their rounds."""
    return tuple(session.scalars(select(GameRow).where(GameRow.id.in_(row_ids))))


def finished_games(session: Session, *, at_once: int = 100) -> Iterator[GameRow]:
    """All finished games of all groups, so many in memory at a time."""
    last = 0
    while games := tuple(
        session.scalars(
            select(GameRow)
            .where(GameRow.id > last, GameRow.finished_at.is_not(None))
            .order_by(GameRow.id)
            .limit(at_once)
        )
    ):
        yield from games
        last = games[-1].id
        session.flush()
        session.expunge_all()

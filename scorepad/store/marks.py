"""Keep what each game could be remembered for, and read it for a whole season."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import and_, delete, select
from sqlalchemy.orm import Session

from scorepad.store.tables import GameMarks, GameRow, Group, Player, Season, Seat


class KeptMark(NamedTuple):
    """A mark as it is kept; the kind is a word that only its writer explains."""

    kind: str
    value: int
    seats: Sequence[int]
    round_: int | None


@dataclass(frozen=True, slots=True)
class MarkedGame:
    """A finished game that counts; no *marks* where the cache does not know them."""

    row_id: int
    uuid: UUID
    played_on: date
    marks: tuple[KeptMark, ...] | None


def put_marks(session: Session, game: GameRow, marks: Sequence[KeptMark]) -> None:
    """Replace the marks of a game by those of its present revision."""
    session.execute(delete(GameMarks).where(GameMarks.game_id == game.id))
    if not marks:
        return
    session.add(
        GameMarks(
            game_id=game.id,
            revision=game.revision,
            marks=[list(mark) for mark in marks],
        )
    )


def marked_games(
    session: Session, group: Group, season: Season | None
) -> tuple[MarkedGame, ...]:
    """The finished games that count, of a season or of all, in order. One query."""
    within = [] if season is None else [GameRow.season_id == season.id]
    rows = session.execute(
        select(GameRow.id, GameRow.uuid, GameRow.played_on, GameMarks.marks)
        .outerjoin(
            GameMarks,
            and_(
                GameMarks.game_id == GameRow.id,
                GameMarks.revision == GameRow.revision,
            ),
        )
        .where(
            GameRow.group_id == group.id,
            GameRow.finished_at.is_not(None),
            GameRow.deleted_at.is_(None),
            GameRow.counts.is_(True),
            *within,
        )
        .order_by(GameRow.played_on, GameRow.id)
    )
    return tuple(
        MarkedGame(row.id, row.uuid, row.played_on, _read(row.marks)) for row in rows
    )


def _read(marks: list[list[object]] | None) -> tuple[KeptMark, ...] | None:
    return None if marks is None else tuple(map(KeptMark._make, marks))


def people_of_games(
    session: Session, row_ids: Collection[int]
) -> dict[tuple[int, int], Player]:
    """Who sat where in these games, by game and seat."""
    rows = session.execute(
        select(Seat.game_id, Seat.seat, Player)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id.in_(row_ids))
    )
    return {(game, seat): player for game, seat, player in rows}

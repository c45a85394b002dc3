"""Keep what each game could be remembered for, and read it for a whole season."""

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Text, cast, delete, insert, select
from sqlalchemy.orm import Session

from scorepad.store.play.kept_games import KeptGame
from scorepad.store.seasons.filters import Filter, games_within
from scorepad.store.tables import GameMarks, GameRow, Group, Player, Season, Seat

AT_ONCE: Final = 500


class KeptMark(NamedTuple):
    """A mark as it is kept; the kind is a word that only its writer explains."""

    kind: str
    value: int
    seats: Sequence[int]
    round_: int | None


def put_marks(session: Session, kept: KeptGame, marks: Sequence[KeptMark]) -> None:
    """Replace the marks of a game by those of its present revision."""
    session.execute(delete(GameMarks).where(GameMarks.game_id == kept.row_id))
    insert_marks(session, [(kept, marks)])


def insert_marks(
    session: Session, many: Sequence[tuple[KeptGame, Sequence[KeptMark]]]
) -> None:
    """Add the marks of games that have none yet."""
    rows = [row for kept, marks in many for row in marks_rows(kept, marks)]
    if rows:
        session.execute(insert(GameMarks), rows)


def marks_rows(kept: KeptGame, marks: Sequence[KeptMark]) -> list[dict[str, Any]]:
    """The marks of a game as they are stored: in one row, or in none."""
    if not marks:
        return []
    words = [[each.kind, each.value, list(each.seats), each.round_] for each in marks]
    return [{"game_id": kept.row_id, "revision": kept.revision, "marks": words}]


def drop_marks(session: Session, row_ids: Sequence[int]) -> None:
    """Forget the marks of games."""
    session.execute(delete(GameMarks).where(GameMarks.game_id.in_(row_ids)))


def marks_of_game(session: Session, row_id: int) -> tuple[KeptMark, ...] | None:
    """What is kept of one game."""
    row = session.execute(
        select(GameMarks.marks).where(GameMarks.game_id == row_id)
    ).one_or_none()
    return None if row is None else tuple(map(KeptMark._make, row.marks))


def marks_by_game(
    session: Session, group: Group, season: Season | None, wanted: Filter
) -> Iterator[tuple[date, int, Sequence[Sequence[Any]]]]:
    """What is kept of the games of a season, or of all, in their order.

    Of those that a filter sums up. Each has what makes a :class:`KeptMark`. JSON is
    read for many games in one go, which takes half the time.
    """
    rows = session.execute(
        select(GameRow.played_on, GameRow.id, cast(GameMarks.marks, Text))
        .join(GameMarks, GameMarks.game_id == GameRow.id)
        .where(
            *games_within(group.id, season, wanted.summed),
            GameRow.finished_at.is_not(None),
            GameRow.counts.is_(True),
        )
        .order_by(GameRow.played_on, GameRow.id)
        .execution_options(yield_per=AT_ONCE)
    )
    for part in rows.partitions():
        marks = json.loads(f"[{','.join(words for *_, words in part)}]")
        for (played_on, game_id, _), kept in zip(part, marks, strict=True):
            yield played_on, game_id, kept


def games_and_people(
    session: Session, row_ids: Collection[int]
) -> dict[int, tuple[UUID, date, tuple[Player, ...]]]:
    """Games by their rows: id, evening, and who sat there in the order of seats."""
    rows = session.execute(
        select(GameRow.id, GameRow.uuid, GameRow.played_on, Player)
        .join(Seat, Seat.game_id == GameRow.id)
        .join(Player, Player.id == Seat.player_id)
        .where(GameRow.id.in_(row_ids))
        .order_by(GameRow.id, Seat.seat)
    )
    found: dict[int, tuple[UUID, date, tuple[Player, ...]]] = {}
    for row_id, uuid, played_on, player in rows:
        *_, people = found.get(row_id, (uuid, played_on, ()))
        found[row_id] = uuid, played_on, (*people, player)
    return found

"""What is kept only to be shown at once, read as it is stored, to be looked at."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, Table, delete, select
from sqlalchemy.orm import Session

from scorepad.store.seasons.rating_steps import KeptStep
from scorepad.store.tables import (
    GameMarks,
    GameRow,
    PlayerLedger,
    RatingStep,
    Season,
    SeasonLedger,
    Tally,
)

Words = dict[str, Any]


def stored_tallies(
    session: Session, row_ids: Collection[int]
) -> defaultdict[int, list[Words]]:
    """Every tally of these games, by the game and in the order of seats."""
    return _by_game(session, Tally.__table__, row_ids)


def stored_marks(
    session: Session, row_ids: Collection[int]
) -> defaultdict[int, list[Words]]:
    """The marks of these games, by the game."""
    return _by_game(session, GameMarks.__table__, row_ids)


def _by_game(
    session: Session, table: Table | Any, row_ids: Collection[int]
) -> defaultdict[int, list[Words]]:
    found = defaultdict[int, list[Words]](list)
    wanted = select(table).where(table.c.game_id.in_(row_ids))
    for row in session.execute(wanted.order_by(*table.primary_key.columns)):
        found[row.game_id].append(row._asdict())
    return found


def numbers_of_seasons(session: Session, row_ids: Collection[int]) -> dict[int, int]:
    """The numbers of seasons by their rows."""
    rows = session.execute(
        select(Season.id, Season.number).where(Season.id.in_(row_ids))
    )
    return {row.id: row.number for row in rows}


def groups_summed_up(session: Session, version: int) -> set[int]:
    """The groups that have a ledger of a version: all their games have tallies."""
    current = select(SeasonLedger.group_id).where(SeasonLedger.version == version)
    return set(session.scalars(current.distinct()))


def stored_players(
    session: Session, group_id: int, number: int
) -> dict[int, Row[*tuple[Any, ...]]]:
    """The ledger of everybody in a season with all there is, by the player."""
    table = PlayerLedger.__table__
    rows = session.execute(
        select(table).where(table.c.group_id == group_id, table.c.number == number)
    )
    return {row.player_id: row for row in rows}


def stored_steps(
    session: Session, group_id: int, first: int, until: int
) -> Sequence[KeptStep]:
    """The steps of a group from a place until another, in order."""
    columns = (getattr(RatingStep, name) for name in KeptStep._fields)
    rows = session.execute(
        select(*columns)
        .where(
            RatingStep.group_id == group_id,
            RatingStep.place >= first,
            RatingStep.place < until,
        )
        .order_by(RatingStep.place, RatingStep.seat)
    )
    return [KeptStep._make(row) for row in rows]


def drop_what_no_game_has(session: Session) -> None:
    """Forget tallies and marks of games that are not over: such games have none."""
    running = select(GameRow.id).where(GameRow.finished_at.is_(None))
    for table in (Tally, GameMarks):
        session.execute(delete(table).where(table.game_id.in_(running)))

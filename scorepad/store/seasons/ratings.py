"""Know from which game on the ratings of a group are stale."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorepad.store.tables import GameRow, Group, RatingMark, RatingStep

_ID_BITS: Final = 32
_ID_MASK: Final = (1 << _ID_BITS) - 1


@dataclass(frozen=True, slots=True)
class Mark:
    """From which place on the steps are stale, and how often that was said."""

    stale_from: int
    changes: int


def place_of(played_on: date, game_id: int) -> int:
    """Where a game stands among those of its group: by its day, then by its id.

    >>> place_of(date(2026, 11, 20), 900) < place_of(date(2026, 11, 21), 3)
    True
    """
    return played_on.toordinal() << _ID_BITS | game_id


def day_and_id(place: int) -> tuple[date, int]:
    """Read a place back; one before all games is on the first day there is."""
    return date.fromordinal(max(1, place >> _ID_BITS)), place & _ID_MASK


def add_mark(session: Session, group: Group) -> None:
    """Give a new group its mark: nothing is stale."""
    session.add(RatingMark(group_id=group.id))


def mark_of(session: Session, group_id: int) -> Mark:
    """From where the steps of a group are stale."""
    return _read(session, group_id, hold=False)


def hold_mark(session: Session, group_id: int) -> Mark:
    """The mark, held until the transaction ends; nothing is locked after it."""
    return _read(session, group_id, hold=True)


def _read(session: Session, group_id: int, *, hold: bool) -> Mark:
    query = select(RatingMark.stale_from, RatingMark.changes).where(
        RatingMark.group_id == group_id
    )
    row = session.execute(query.with_for_update() if hold else query).one()
    return Mark(row.stale_from, row.changes)


def mark_game(session: Session, game: GameRow) -> None:
    """Say that steps are stale from a game on that has just been written.

    For a game that is finished, or was.
    """
    mark = hold_mark(session, game.group_id)
    # It may have been played on another day until now.
    before = session.scalar(
        select(RatingStep.place).where(RatingStep.game_id == game.id).limit(1)
    )
    now = place_of(game.played_on, game.id)
    stale_from = min(mark.stale_from, now, now if before is None else before)
    move_mark(session, game.group_id, Mark(stale_from, mark.changes + 1))


def mark_new_games(session: Session, group: Group, first: tuple[date, int]) -> None:
    """Say that steps are stale from the *first* of many games on that are new."""
    mark = hold_mark(session, group.id)
    stale_from = min(mark.stale_from, place_of(*first))
    move_mark(session, group.id, Mark(stale_from, mark.changes + 1))


def move_mark(session: Session, group_id: int, mark: Mark) -> None:
    """Put the mark of a group, which is held, somewhere else."""
    session.execute(
        update(RatingMark)
        .where(RatingMark.group_id == group_id)
        .values(stale_from=mark.stale_from, changes=mark.changes)
        .execution_options(synchronize_session=False)
    )


def mark_everything(session: Session) -> Sequence[int]:
    """Say that every step of every group is stale; the ids of the groups."""
    session.execute(
        update(RatingMark)
        .values(stale_from=0, changes=RatingMark.changes + 1)
        .execution_options(synchronize_session=False)
    )
    groups = select(RatingMark.group_id).order_by(RatingMark.group_id)
    return session.scalars(groups).all()

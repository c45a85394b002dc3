"""Names of groups, dates of seasons, and moving games between seasons."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.games import count_revision
from scorepad.db.groups import raise_revision
from scorepad.db.history import Stamp
from scorepad.db.people import seasons_of
from scorepad.db.tables import Season
from scorepad.services.errors import EntryRefusedError, Fault, FieldObjection
from scorepad.services.inputs import GameAddress, name_or_none
from scorepad.services.permissions import (
    Action,
    any_game_for,
    group_for,
    group_to_change,
)
from scorepad.services.season_games import season_or_not_there
from scorepad.statistics.season import RankedBy


class SeasonEntry(NamedTuple):
    """A season as requested; without *ends_on* it stays open.

    Players are *ranked_by* this, from *least_games* on.
    """

    name: str
    starts_on: date
    ends_on: date | None
    ranked_by: RankedBy = RankedBy.AVERAGE
    least_games: int = 1


def rename_group(session: Session, stamp: Stamp, gid: UUID, name: str) -> None:
    """Rename the group; an empty name removes the name.

    :raises EntryRefusedError: the name is invalid.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        group.name = name_or_none(name)
        raise_revision(session, group.id)


def change_season(
    session: Session, stamp: Stamp, gid: UUID, number: int, entry: SeasonEntry
) -> None:
    """Change the name, dates and ranking of a season; its games stay in it.

    :raises EntryRefusedError: the dates are reversed or overlap another season.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        season = season_or_not_there(session, group, number)
        others = [s for s in seasons_of(session, group) if s.number != number]
        for name, value in _values(entry, others).items():
            setattr(season, name, value)
        raise_revision(session, group.id)


def begin_season(session: Session, stamp: Stamp, gid: UUID, entry: SeasonEntry) -> int:
    """Add a season; return its number.

    Earlier seasons that are open end the day before.

    :raises EntryRefusedError: the dates are reversed or overlap another season.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        seasons = seasons_of(session, group)
        for season in seasons:
            if season.ends_on is None and season.starts_on < entry.starts_on:
                season.ends_on = entry.starts_on - timedelta(days=1)
        number = max(season.number for season in seasons) + 1
        values = _values(entry, seasons)
        session.add(Season(group_id=group.id, number=number, **values))
        raise_revision(session, group.id)
        return number


def move_game(
    session: Session, stamp: Stamp, address: GameAddress, number: int
) -> None:
    """Move a game to another season of its group, whatever its date."""
    with write_transaction(session):
        group = group_for(session, stamp.device_id, address.group, Action.ARRANGE)
        game = any_game_for(session, group, address, lock=True)
        season = season_or_not_there(session, group, number)
        if game.season_id != season.id:
            game.season_id = season.id
            count_revision(session, game, stamp)
            raise_revision(session, group.id)
        session.commit()


def _values(entry: SeasonEntry, others: Iterable[Season]) -> dict[str, Any]:
    """Return the columns of a season.

    :raises EntryRefusedError: it ends before it begins or overlaps one of *others*.
    """
    values = {**entry._asdict(), "name": name_or_none(entry.name)}
    ends = entry.ends_on or date.max
    if ends < entry.starts_on:
        raise EntryRefusedError([FieldObjection("ends_on", Fault.SEASON_BACKWARDS)])
    for other in others:
        if entry.starts_on <= (other.ends_on or date.max) and other.starts_on <= ends:
            values = {"number": other.number}
            raise EntryRefusedError(
                [FieldObjection("starts_on", Fault.SEASON_OVERLAPS, values=values)]
            )
    return values

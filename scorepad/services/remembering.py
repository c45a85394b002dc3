"""The records of a group: what was the best of all its games, and whose it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.ranking import Person
from scorepad.services.refusing import NotThereError
from scorepad.services.tallying import marks_in, marks_to_keep
from scorepad.stats.records import Kind, Mark, Record, records_of
from scorepad.store.marks import MarkedGame, marked_games, people_of_games
from scorepad.store.people import seasons_of
from scorepad.store.tables import Season
from scorepad.store.tallies import games_by_row


@dataclass(frozen=True, slots=True)
class Remembered:
    """A record with its people: nobody in particular where it was the whole table."""

    kind: Kind
    value: int
    people: tuple[Person, ...]
    game: UUID
    played_on: date
    round_: int | None


@dataclass(frozen=True, slots=True)
class RecordsOverview:
    """The records of one *season*, or of all."""

    group_id: UUID
    group_name: str | None
    season: Season | None
    seasons: tuple[Season, ...]
    records: tuple[Remembered, ...]


def records_overview(
    session: Session, device_id: int | None, gid: UUID, number: int | None
) -> RecordsOverview:
    """The records of a season, or of all (*number* ``None``), whoever set them first.

    Only finished games that count are searched.

    :raises NotThereError: the device does not belong to a group with such a season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    seasons = seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if number is not None and season is None:
        raise NotThereError
    games = marked_games(session, group, season)
    found = records_of(_with_marks(session, games))
    return RecordsOverview(
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        seasons=seasons,
        records=_with_people(session, tuple(found.values())),
    )


def _with_marks(
    session: Session, games: Sequence[MarkedGame]
) -> list[tuple[MarkedGame, tuple[Mark, ...]]]:
    """Work out what the cache does not know; it is not written here."""
    missing = [game.row_id for game in games if game.marks is None]
    rows = games_by_row(session, missing) if missing else ()
    worked = {row.id: marks_to_keep(row) for row in rows}
    return [
        (game, marks_in(worked[game.row_id] if game.marks is None else game.marks))
        for game in games
    ]


def _with_people(
    session: Session, records: Sequence[Record[MarkedGame]]
) -> tuple[Remembered, ...]:
    people = people_of_games(session, {each.game.row_id for each in records})
    return tuple(
        Remembered(
            kind=each.mark.kind,
            value=each.mark.value,
            people=tuple(
                Person(player.uuid, player.name)
                for seat in each.mark.seats
                for player in [people[each.game.row_id, seat]]
            ),
            game=each.game.uuid,
            played_on=each.game.played_on,
            round_=each.mark.round_,
        )
        for each in records
    )

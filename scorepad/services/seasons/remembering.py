"""The records of a group: what was the best of all its games, and whose it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.refusing import NotThereError
from scorepad.services.seasons.ledger_words import Kinds, Records
from scorepad.services.seasons.opening import open_records
from scorepad.services.seasons.shelving import Shelf
from scorepad.stats.records import Kind, Mark
from scorepad.store.groups.people import seasons_of
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.seasons.marks import games_and_people
from scorepad.store.tables import Player, Season


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
    """The records of one *season*, or of all, in the games that were *wanted*.

    *kinds* are those of all its games.
    """

    group_id: UUID
    group_name: str | None
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds
    records: tuple[Remembered, ...]


def records_overview(
    session: Session,
    device_id: int | None,
    gid: UUID,
    number: int | None,
    *,
    wanted: Filter = EVERY_GAME,
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
    records, kinds = open_records(session, Shelf(group, season), wanted)
    return RecordsOverview(
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        seasons=seasons,
        wanted=wanted,
        kinds=kinds,
        records=_with_people(session, records),
    )


def _with_people(session: Session, records: Records) -> tuple[Remembered, ...]:
    games = games_and_people(session, {each.game for each in records.values()})
    return tuple(
        _remembered(each.mark, *games[each.game])
        for kind in Kind
        if (each := records.get(kind)) is not None
    )


def _remembered(
    mark: Mark, game: UUID, played_on: date, people: Sequence[Player]
) -> Remembered:
    who = [people[seat] for seat in mark.seats]
    return Remembered(
        kind=mark.kind,
        value=mark.value,
        people=tuple(Person(player.uuid, player.name) for player in who),
        game=game,
        played_on=played_on,
        round_=mark.round_,
    )

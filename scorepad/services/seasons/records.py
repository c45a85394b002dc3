"""Records: the best of all games of a group, or of one player, and whose it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.listing import player_or_not_there, season_in
from scorepad.stats.records import (
    Kind,
    Personal,
    Played,
    marks_of,
    personal_records,
    record_games,
)
from scorepad.stats.sums import Columns
from scorepad.store.groups.people import players_by_row, seasons_of
from scorepad.store.play.kept_games import KeptGame, kept_games
from scorepad.store.seasons.games import EVERY_GAME, Filter
from scorepad.store.seasons.results import (
    Kinds,
    best_in_order,
    kinds_of,
    results_in_order,
)
from scorepad.store.tables import Season


@dataclass(frozen=True, slots=True)
class GroupRecord:
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
    records: tuple[GroupRecord, ...]


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """One record of a player; *round_* where it happened in one."""

    kind: Kind
    value: int
    game: UUID
    played_on: date
    round_: int | None


@dataclass(frozen=True, slots=True)
class OwnRecords:
    """The records of a player in one *season*, or in all, in the games *wanted*.

    *kinds* are those of all games of the season.
    """

    group_id: UUID
    group_name: str | None
    person: Person
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds
    records: tuple[OwnRecord, ...]


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
    season = season_in(seasons, number)
    games, *values = best_in_order(session, group, season, wanted, Kind)
    best = record_games(games, values)
    return RecordsOverview(
        group_id=group.uuid,
        group_name=group.name,
        season=season,
        seasons=seasons,
        wanted=wanted,
        kinds=kinds_of(session, group, season),
        records=tuple(_group_records(session, best)),
    )


def _group_records(session: Session, best: dict[Kind, int]) -> Iterator[GroupRecord]:
    games = {kept.row_id: kept for kept in kept_games(session, set(best.values()))}
    marks = {
        row_id: {mark.kind: mark for mark in marks_of(sheet_of(kept.game))}
        for row_id, kept in games.items()
    }
    ids = {player for kept in games.values() for player in kept.player_ids}
    people = {
        each.id: Person(each.uuid, each.name) for each in players_by_row(session, ids)
    }
    for kind, row_id in best.items():
        mark = marks.get(row_id, {}).get(kind)
        if mark is not None:  # else the game has changed meanwhile
            kept = games[row_id]
            yield GroupRecord(
                kind=kind,
                value=mark.value,
                people=tuple(people[kept.player_ids[seat]] for seat in mark.seats),
                game=UUID(kept.game.id_),
                played_on=kept.played_on,
                round_=mark.round_,
            )


def own_records(  # noqa: PLR0913 - who, where, and how to look at it
    session: Session,
    device_id: int | None,
    gid: UUID,
    player_id: UUID,
    number: int | None,
    *,
    wanted: Filter = EVERY_GAME,
) -> OwnRecords:
    """A player's records in a season, or in all (*number* ``None``).

    Only finished games that count are searched.

    :raises NotThereError: the device does not belong to a group with such a player
        and season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    asked = player_or_not_there(session, group, player_id, number)
    player, season = asked.player, asked.season
    results = results_in_order(session, group, season, wanted, player_id=player.id)
    own = Columns(*results.columns)
    played = map(Played, own.games, own.totals, own.marks, own.bids)
    found = personal_records(played, wanted.counted_by)
    games = kept_games(session, {each.game for each in found})
    by_row = {kept.row_id: kept for kept in games}
    return OwnRecords(
        group_id=group.uuid,
        group_name=group.name,
        person=Person(player.uuid, player.name),
        season=season,
        seasons=asked.seasons,
        wanted=wanted,
        kinds=kinds_of(session, group, season),
        records=tuple(_own_record(each, by_row[each.game]) for each in found),
    )


def _own_record(record: Personal[int], kept: KeptGame) -> OwnRecord:
    return OwnRecord(
        kind=record.kind,
        value=record.value,
        game=UUID(kept.game.id_),
        played_on=kept.played_on,
        round_=record.round_,
    )

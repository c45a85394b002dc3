"""Records: the best of all games of a group, or of one player, and whose it was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.listing import Overview, overview_of, player_or_not_there
from scorepad.stats.records import (
    Kind,
    Played,
    marks_of,
    personal_records,
    record_games,
)
from scorepad.stats.sums import Columns
from scorepad.store.groups.people import players_by_row
from scorepad.store.play.kept_games import kept_games
from scorepad.store.seasons.games import EVERY_GAME, Filter
from scorepad.store.seasons.results import (
    best_in_order,
    games_by_row,
    results_in_order,
)
from scorepad.store.tables import Group


@dataclass(frozen=True, slots=True)
class Record:
    """A record; *round_* where it was set in one.

    *people* set it together. There are none where it was the whole table, and in the
    records of one player.
    """

    kind: Kind
    value: int
    people: tuple[Person, ...]
    game: UUID
    played_on: date
    round_: int | None


@dataclass(frozen=True, kw_only=True)
class RecordsOverview(Overview):
    """The records of a group, or of one *person* in it."""

    person: Person | None
    records: tuple[Record, ...]


def records_overview(  # noqa: PLR0913 - who, where, and how to look at it
    session: Session,
    device_id: int | None,
    gid: UUID,
    number: int | None,
    *,
    player_id: UUID | None = None,
    wanted: Filter = EVERY_GAME,
) -> RecordsOverview:
    """The records of a season, or of all (*number* ``None``): a group's or a player's.

    Only finished games that count are searched. Whoever only equals a record does not
    take it.

    :raises NotThereError: the device does not belong to a group with such a season and
        player.
    """
    group = group_for(session, device_id, gid, Action.READ)
    shown = overview_of(session, group, number, wanted)
    if player_id is None:
        records = tuple(_of_group(session, group, shown))
        return RecordsOverview(**vars(shown), person=None, records=records)
    player = player_or_not_there(session, group, player_id)
    return RecordsOverview(
        **vars(shown),
        person=Person(player.uuid, player.name),
        records=tuple(_of_player(session, group, shown, player.id)),
    )


def _of_group(session: Session, group: Group, shown: Overview) -> Iterator[Record]:
    games, *values = best_in_order(session, group, shown.season, shown.wanted, Kind)
    best: Mapping[Kind, int] = record_games(games, values)
    kept = {each.row_id: each for each in kept_games(session, set(best.values()))}
    marks = {
        row_id: {mark.kind: mark for mark in marks_of(sheet_of(each.game))}
        for row_id, each in kept.items()
    }
    ids = {player for each in kept.values() for player in each.player_ids}
    people = {
        each.id: Person(each.uuid, each.name) for each in players_by_row(session, ids)
    }
    for kind, row_id in best.items():
        mark = marks.get(row_id, {}).get(kind)
        if mark is not None:  # else the game has changed meanwhile
            game = kept[row_id]
            yield Record(
                kind=kind,
                value=mark.value,
                people=tuple(people[game.player_ids[seat]] for seat in mark.seats),
                game=UUID(game.game.id_),
                played_on=game.played_on,
                round_=mark.round_,
            )


def _of_player(
    session: Session, group: Group, shown: Overview, player_id: int
) -> Iterator[Record]:
    where = group, shown.season, shown.wanted
    own = Columns(*results_in_order(session, *where, player_id=player_id).columns)
    played = map(Played, own.games, own.totals, own.marks, own.bids)
    found = personal_records(played, shown.wanted.counted_by)
    games = games_by_row(session, {each.game for each in found})
    for each in found:
        game = games[each.game]
        yield Record(each.kind, each.value, (), game.uuid, game.played_on, each.round_)

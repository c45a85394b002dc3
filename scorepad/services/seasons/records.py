"""Records: the best of all games of a group, or of one player, and whose it was."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.inputs import Person
from scorepad.services.permissions import Action, group_for
from scorepad.services.seasons.listing import Overview, overview_of, player_or_not_there
from scorepad.stats.records import (
    TOTALS,
    WITHOUT_ROUND,
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
    where = group, shown.season, shown.wanted
    games, players, *values = best_in_order(session, *where, Kind)
    best = record_games(games, values)
    played = games_by_row(session, {game for game, _ in best.values()})
    people = {
        each.id: Person(each.uuid, each.name)
        for each in players_by_row(session, set(players))
    }
    marks = _marks(session, {best[kind][0] for kind in best.keys() - WITHOUT_ROUND})
    for kind, column in zip(Kind, values, strict=True):
        if kind not in best:
            continue
        game, value = best[kind]
        ids: Sequence[int] = ()
        round_ = None
        if kind in TOTALS:
            own = zip(games, players, column, strict=True)
            ids = [player for row, player, n in own if (row, n) == (game, value)]
        elif kind not in WITHOUT_ROUND:
            if (game, kind) not in marks:  # the game has changed meanwhile
                continue
            ids, round_ = marks[game, kind]
        yield Record(
            kind=kind,
            value=value,
            people=tuple(people[each] for each in ids),
            game=played[game].uuid,
            played_on=played[game].played_on,
            round_=round_,
        )


def _marks(
    session: Session, row_ids: Collection[int]
) -> dict[tuple[int, Kind], tuple[Sequence[int], int | None]]:
    """Who set the marks of some games, and in which round."""
    return {
        (kept.row_id, mark.kind): (
            [kept.player_ids[seat] for seat in mark.seats],
            mark.round_,
        )
        for kept in kept_games(session, row_ids)
        for mark in marks_of(sheet_of(kept.game))
    }


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

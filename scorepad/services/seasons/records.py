"""Records: the best of all games of a group, or of one player, and whose it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.inputs import Person
from scorepad.services.permissions import Action, group_for
from scorepad.services.seasons.listing import Overview, overview_of, player_or_not_there
from scorepad.stats.records import (
    PERSONAL,
    TOTALS,
    Kind,
    Mark,
    longest_run,
    marks_of,
    record_games,
)
from scorepad.store.groups.people import players_by_row
from scorepad.store.play.kept_games import kept_games
from scorepad.store.seasons.games import EVERY_GAME, Filter
from scorepad.store.seasons.results import results_in_order
from scorepad.store.tables import Group, Player, Result


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
    """
    group = group_for(session, device_id, gid, Action.READ)
    shown = overview_of(session, group, number, wanted)
    player = player_or_not_there(session, group, player_id) if player_id else None
    return RecordsOverview(
        **vars(shown),
        person=Person(player.uuid, player.name) if player else None,
        records=tuple(_records(session, group, shown, player)),
    )


def _records(
    session: Session, group: Group, shown: Overview, player: Player | None
) -> Iterator[Record]:
    own = player.id if player else None
    kinds = [kind for kind in Kind if player is None or kind in PERSONAL]
    where = group, shown.season, shown.wanted
    columns = {
        kind.value: Result.total if kind in TOTALS else getattr(Result, kind)
        for kind in kinds
    }
    more = {"games": Result.game_id} | ({"marks": Result.marks} if player else {})
    values = results_in_order(session, *where, {**more, **columns}, player_id=own)
    games = values["games"]
    best = record_games(games, {kind: values[kind] for kind in kinds})
    run = longest_run(games, values["marks"]) if player else None
    if run:
        best[Kind.LONGEST_RUN] = run[:2]
    kept = {
        each.row_id: (each, tuple(marks_of(sheet_of(each.game))))
        for each in kept_games(session, {game for game, _ in best.values()})
    }
    ids = {id_ for game, _ in kept.values() for id_ in game.player_ids}
    people = {
        each.id: Person(each.uuid, each.name) for each in players_by_row(session, ids)
    }
    for kind, (row, value) in best.items():
        game, found = kept[row]
        set_by = [
            mark
            for mark in found
            if (mark.kind, mark.value) == (kind, value)
            and (own is None or own in {game.player_ids[seat] for seat in mark.seats})
        ]
        if run and kind is Kind.LONGEST_RUN:
            set_by = [Mark(kind, value, round_=run[2])]
        if not set_by:  # the game has changed meanwhile
            continue
        round_ = set_by[0].round_
        seats = [s for mark in set_by if mark.round_ == round_ for s in mark.seats]
        yield Record(
            kind=kind,
            value=value,
            people=tuple(people[game.player_ids[s]] for s in seats if player is None),
            game=UUID(game.game.id_),
            played_on=game.played_on,
            round_=round_,
        )

"""A player's own records: what was their best and worst, in which game and round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.ledger_words import Kinds
from scorepad.services.seasons.opening import open_page
from scorepad.services.seasons.reading import player_or_not_there
from scorepad.services.seasons.shelving import Shelf, Worked
from scorepad.stats.personal import Personal, Played, personal_records
from scorepad.stats.predictions import predictions_of
from scorepad.stats.records import Kind
from scorepad.store.play.kept_games import KeptGame, kept_games
from scorepad.store.seasons.careers import PlayedGame, played_games_of
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.tables import Season


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
    shelf = Shelf(group, season)
    # Whatever the database does not know of these games is worked out here.
    page = open_page(session, shelf, player.id)
    outdated = {kept.row_id for kept, *_ in page.missing}
    known = played_games_of(session, player, shelf.number, wanted)
    games = [each for each in known if each.row_id not in outdated]
    games += _worked(page.missing, player.id, wanted)
    in_order = sorted(games, key=lambda each: (each.played_on, each.row_id))
    played = (Played(each.row_id, each.total, each.bids) for each in in_order)
    found = personal_records(played, wanted.counted_by)
    kept = kept_games(session, {each.game for each in found}) if found else ()
    by_row = {each.row_id: each for each in kept}
    return OwnRecords(
        group_id=group.uuid,
        group_name=group.name,
        person=Person(player.uuid, player.name),
        season=season,
        seasons=asked.seasons,
        wanted=wanted,
        kinds=page.kinds,
        records=tuple(_named(each, by_row, player.id) for each in found),
    )


def _worked(
    missing: tuple[Worked, ...], player_id: int, wanted: Filter
) -> Iterator[PlayedGame]:
    for kept, entries, _ in missing:
        if wanted.sums_up(kept.game, kept.played_on):
            for each in entries:
                if each.ranked and each.player_id == player_id:
                    had = each.had.total or 0, each.had.bids
                    yield PlayedGame(kept.row_id, kept.played_on, *had)


def _named(
    record: Personal[int], games: Mapping[int, KeptGame], player_id: int
) -> OwnRecord:
    kept = games[record.game]
    return OwnRecord(
        kind=record.kind,
        value=record.value,
        game=UUID(kept.game.id_),
        played_on=kept.played_on,
        round_=None if record.bid is None else _round(kept, player_id, record.bid),
    )


def _round(kept: KeptGame, player_id: int, bid: int) -> int:
    """In which round somebody's bid was, counted from 0."""
    seat = kept.player_ids.index(player_id)
    predictions = predictions_of(sheet_of(kept.game), kept.game)
    return [each.round_ for each in predictions if each.seat == seat][bid]

"""A player to look at: everything that their games say of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeGuard
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.ranking import Person
from scorepad.services.rating import ladder_of, standing_in
from scorepad.services.refusing import NotThereError
from scorepad.services.tallying import predictions_in, tallies_of
from scorepad.services.tracing import Milestone, milestones_of
from scorepad.stats.career import Career, GamePlayed, career_of
from scorepad.stats.rating import Step
from scorepad.store.careers import GameOfPlayer, find_player, games_of_player
from scorepad.store.people import seasons_of
from scorepad.store.tables import Season
from scorepad.store.tallies import SeatTally, games_by_row


@dataclass(frozen=True, slots=True)
class EveningOfPlayer:
    """One game in a player's list: when it was, and what they had from it."""

    id_: UUID
    played_on: date
    total: int
    rank: int
    seats: int


@dataclass(frozen=True, slots=True)
class PlayerOverview:
    """A player in one *season*, or over all of them; *games* the latest first.

    *step* is where they stand now, of all games; *climb* how they came there.
    """

    group_id: UUID
    group_name: str | None
    person: Person
    season: Season | None
    seasons: tuple[Season, ...]
    career: Career[Person]
    games: tuple[EveningOfPlayer, ...]
    step: Step | None
    climb: tuple[Milestone, ...]


def player_overview(
    session: Session,
    device_id: int | None,
    gid: UUID,
    player_id: UUID,
    number: int | None,
) -> PlayerOverview:
    """Sum up a player over the games of a season, or of all (*number* ``None``).

    Only finished games that count and have a result are in it.

    :raises NotThereError: the device does not belong to a group with such a player
        and season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    ladder = ladder_of(session, group.id)
    player = find_player(session, group.id, player_id)
    seasons = seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if player is None or (number is not None and season is None):
        raise NotThereError
    played = _with_results(session, games_of_player(session, player, season))
    return PlayerOverview(
        group_id=group.uuid,
        group_name=group.name,
        person=Person(player.uuid, player.name),
        season=season,
        seasons=seasons,
        career=career_of(_played(game, tallies) for game, tallies in played),
        games=tuple(_evening(game, tallies) for game, tallies in reversed(played)),
        step=standing_in(session, ladder).get(player.uuid),
        climb=milestones_of(session, ladder, player, season),
    )


Known = tuple[GameOfPlayer, SeatTally]


def _with_results(session: Session, games: Sequence[GameOfPlayer]) -> tuple[Known, ...]:
    """The games that have a result; those the cache does not know are worked out."""
    missing = [game.row_id for game in games if game.tally is None]
    rows = games_by_row(session, missing) if missing else ()
    worked = {row.id: tallies_of(row) for row in rows}
    found = (_completed(game, worked.get(game.row_id)) for game in games)
    return tuple((game, tally) for game in found if _has_result(tally := game.tally))


def _completed(game: GameOfPlayer, worked: Sequence[SeatTally] | None) -> GameOfPlayer:
    if worked is None:
        return game
    rivals = (replace(each, total=worked[each.seat].total) for each in game.rivals)
    return replace(game, tally=worked[game.seat], rivals=tuple(rivals))


def _has_result(tally: SeatTally | None) -> TypeGuard[SeatTally]:
    return tally is not None and tally.total is not None


def _played(game: GameOfPlayer, tally: SeatTally) -> GamePlayed[Person]:
    return GamePlayed(
        total=tally.total or 0,
        rank=tally.rank or 0,
        winners=tally.winners,
        rivals={
            Person(each.player_id, each.name): each.total
            for each in game.rivals
            if each.total is not None
        },
        predictions=predictions_in(game.seat, tally.bids),
    )


def _evening(game: GameOfPlayer, tally: SeatTally) -> EveningOfPlayer:
    return EveningOfPlayer(
        id_=game.uuid,
        played_on=game.played_on,
        total=tally.total or 0,
        rank=tally.rank or 0,
        seats=len(game.rivals) + 1,
    )

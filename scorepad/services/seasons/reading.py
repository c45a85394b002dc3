"""Reading seasons and games, for pages and sums."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game
from scorepad.services.refusing import NotThereError
from scorepad.store.groups.people import find_season, seasons_of
from scorepad.store.play.games import games_of
from scorepad.store.play.records import game_value
from scorepad.store.seasons.careers import find_player
from scorepad.store.tables import GameRow, Group, Player, Season


@dataclass(frozen=True, slots=True)
class SeasonGame:
    """A game of a season; *counts* is false where the table said so."""

    id_: UUID
    game: Game
    played_on: date
    player_ids: tuple[UUID, ...]
    finished: bool
    counts: bool


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """A season of *group* by its number.

    :raises NotThereError: the group has no such season.
    """
    season = find_season(session, group, number)
    if season is None:
        raise NotThereError
    return season


@dataclass(frozen=True, slots=True)
class PlayerInSeason:
    """A player, in one *season* of the group's *seasons* or in all (``None``)."""

    player: Player
    season: Season | None
    seasons: tuple[Season, ...]


def player_or_not_there(
    session: Session, group: Group, player_id: UUID, number: int | None
) -> PlayerInSeason:
    """A player of *group*, in a season by its number or in all (``None``).

    :raises NotThereError: the group has no such player, or no such season.
    """
    player = find_player(session, group.id, player_id)
    seasons = seasons_of(session, group)
    season = next((each for each in seasons if each.number == number), None)
    if player is None or (number is not None and season is None):
        raise NotThereError
    return PlayerInSeason(player, season, seasons)


def season_games(
    session: Session, group: Group, season: Season
) -> tuple[SeasonGame, ...]:
    """The games of a season that are not deleted, in the order they were played."""
    return tuple(_season_game(row) for row in games_of(session, group, season=season))


def _season_game(row: GameRow) -> SeasonGame:
    return SeasonGame(
        id_=row.uuid,
        game=game_value(row),
        played_on=row.played_on,
        player_ids=tuple(seat.player.uuid for seat in row.seats),
        finished=row.finished_at is not None,
        counts=row.counts,
    )

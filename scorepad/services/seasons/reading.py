"""Find the season and the player that somebody asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.refusing import NotThereError
from scorepad.store.groups.people import find_player, find_season, seasons_of
from scorepad.store.tables import Group, Player, Season


def season_or_not_there(session: Session, group: Group, number: int) -> Season:
    """A season of *group* by its number.

    :raises NotThereError: the group has no such season.
    """
    season = find_season(session, group, number)
    if season is None:
        raise NotThereError
    return season


def season_in(seasons: Iterable[Season], number: int | None) -> Season | None:
    """One of some *seasons*; ``None`` stands for all of them.

    :raises NotThereError: none has this number.
    """
    season = next((each for each in seasons if each.number == number), None)
    if number is not None and season is None:
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
    if player is None:
        raise NotThereError
    seasons = seasons_of(session, group)
    return PlayerInSeason(player, season_in(seasons, number), seasons)

"""A whole season to be printed as a book: what it is made from, read at once."""

from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.seasons.listing import GameInSeason
from scorepad.services.seasons.player_stats import PlayerOverview, player_overview
from scorepad.services.seasons.rating_history import rating_history
from scorepad.services.seasons.reading import season_or_not_there
from scorepad.services.seasons.records import GroupRecord, records_overview
from scorepad.services.seasons.season_stats import SeasonOverview, season_overview
from scorepad.store.groups.people import players_by_row
from scorepad.store.seasons.books import GameVersion, finished_versions
from scorepad.store.tables import Group, Season


@dataclass(frozen=True, slots=True)
class SeasonState:
    """What tells one state of a season from every other, as far as it is printed.

    *steps* has ratings and wins of everybody after it, as they are shown: games of
    other seasons tell those.
    """

    group: UUID
    group_name: str | None
    number: int
    name: str | None
    ranked_by: str
    least_games: int
    games: tuple[GameVersion, ...]
    steps: tuple[tuple[str, int, int, int], ...] = ()

    @property
    def key(self) -> str:
        """A name for this state."""
        return sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SeasonTold:
    """Everything that a season book tells, but for the sheets of its games.

    *games* are all finished ones in the order of playing, the *players* those who
    have finished one, in the order of the standings.
    """

    state: SeasonState
    overview: SeasonOverview
    games: tuple[GameInSeason, ...]
    records: tuple[GroupRecord, ...]
    players: tuple[PlayerOverview, ...]


def season_state(
    session: Session, device_id: int | None, gid: UUID, number: int
) -> SeasonState:
    """The state of a season, read without its rounds.

    :raises NotThereError: the device does not belong to a group with such a season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    season = season_or_not_there(session, group, number)
    return SeasonState(
        group=group.uuid,
        group_name=group.name,
        number=season.number,
        name=season.name,
        ranked_by=season.ranked_by,
        least_games=season.least_games,
        games=finished_versions(session, season),
        steps=_steps(session, group, season),
    )


def _steps(
    session: Session, group: Group, season: Season
) -> tuple[tuple[str, int, int, int], ...]:
    steps = rating_history(session, group.id).standing(season)
    people = {each.id: each.uuid for each in players_by_row(session, steps)}
    return tuple(
        sorted(
            (people[row].hex, each.wins, each.rating.shown, each.rating.margin)
            for row, each in steps.items()
        )
    )


def season_told(
    session: Session, device_id: int | None, gid: UUID, number: int
) -> SeasonTold:
    """Everything that is told of a season; the more games, the longer it takes.

    :raises NotThereError: the device does not belong to a group with such a season.
    """
    first = season_overview(session, device_id, gid, number)
    pages = [first.games]
    for page in range(2, first.pages + 1):
        more = season_overview(session, device_id, gid, number, page=page)
        pages.append(more.games)
    games = tuple(game for page in pages for game in page if game.finished)
    playing = [each.player for each in first.standings if each.games]
    return SeasonTold(
        state=season_state(session, device_id, gid, number),
        overview=first,
        games=games[::-1],
        records=records_overview(session, device_id, gid, number).records,
        players=tuple(
            player_overview(session, device_id, gid, player.id_, number, at_most=None)
            for player in playing
        ),
    )

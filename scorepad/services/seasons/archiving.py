"""The seasons of a group at a glance: when they were, and who won them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.rating_history import RatingHistory, rating_history
from scorepad.stats.columns import by_player
from scorepad.stats.season import RankedBy, Standing, ranked, standing_of
from scorepad.stats.sums import sums_over
from scorepad.store.groups.people import players_by_row, seasons_of
from scorepad.store.seasons.filters import EVERY_GAME
from scorepad.store.seasons.results import results_in_order
from scorepad.store.tables import Season


@dataclass(frozen=True, slots=True)
class SeasonAtAGlance:
    """A *season*, its *games* that count, who played, and who leads or won it."""

    season: Season
    games: int
    players: int
    first: tuple[Standing[Person], ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """All seasons of a group, the latest first."""

    group_id: UUID
    group_name: str | None
    seasons: tuple[SeasonAtAGlance, ...]


def archive(session: Session, device_id: int | None, gid: UUID) -> Archive:
    """Every season with its winners, by what it is ranked by.

    The same few queries for any number of seasons.

    :raises NotThereError: the device does not belong to such a group.
    """
    group = group_for(session, device_id, gid, Action.READ)
    seasons = seasons_of(session, group)
    results = defaultdict[int, list[Row[Any]]](list)
    for row in results_in_order(session, group, None, EVERY_GAME):
        results[row.season_id].append(row)
    players = {row.player_id for own in results.values() for row in own}
    people = {
        each.id: Person(each.uuid, each.name)
        for each in players_by_row(session, players)
    }
    history = rating_history(session, group.id)
    return Archive(
        group.uuid,
        group.name,
        tuple(
            _at_a_glance(season, results[season.id], people, history)
            for season in reversed(seasons)
        ),
    )


def _at_a_glance(
    season: Season,
    results: Sequence[Row[Any]],
    people: Mapping[int, Person],
    history: RatingHistory,
) -> SeasonAtAGlance:
    had, steps = by_player(results), history.standing(season)
    lines = [
        replace(standing_of(people[id_], sums_over(own), ()), step=steps.get(id_))
        for id_, own in sorted(had.items(), key=lambda e: people[e[0]].name.casefold())
    ]
    by = RankedBy(season.ranked_by)
    placed = ranked(lines, by=by, least_games=season.least_games)
    return SeasonAtAGlance(
        season,
        games=len({row.game_id for row in results}),
        players=len(had),
        first=tuple(each for each in placed if each.rank == 1),
    )

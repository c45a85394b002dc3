"""The seasons of a group at a glance: when they were, and who won them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.rating_history import RatingHistory, rating_history
from scorepad.stats.columns import Columns, by_player
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
    results = results_in_order(session, group, None, EVERY_GAME)
    had = defaultdict[int, dict[int, Columns]](dict)
    whose = list(zip(results.seasons, results.players, strict=True))
    for (season_id, player), own in by_player(whose, results.columns).items():
        had[season_id][player] = own
    found = players_by_row(session, set(results.players))
    people = {
        each.id: Person(each.uuid, each.name)
        for each in sorted(found, key=lambda each: each.name.casefold())
    }
    is_rated = any(each.ranked_by == RankedBy.RATING for each in seasons)
    history = rating_history(session, group.id) if is_rated else None
    return Archive(
        group.uuid,
        group.name,
        tuple(
            _at_a_glance(season, had[season.id], people, history)
            for season in reversed(seasons)
        ),
    )


def _at_a_glance(
    season: Season,
    had: Mapping[int, Columns],
    people: Mapping[int, Person],
    history: RatingHistory | None,
) -> SeasonAtAGlance:
    steps = history.standing(season) if history else {}
    lines = [
        replace(
            standing_of(person, sums_over(had[id_]), ()),
            rating=steps[id_].rating if id_ in steps else None,
        )
        for id_, person in people.items()
        if id_ in had
    ]
    by = RankedBy(season.ranked_by)
    placed = ranked(lines, by=by, least_games=season.least_games)
    return SeasonAtAGlance(
        season,
        games=len({game for own in had.values() for game in own.games}),
        players=len(had),
        first=tuple(each for each in placed if each.rank == 1),
    )

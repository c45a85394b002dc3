"""A player to look at: everything that their games say of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.rating_history import (
    Milestone,
    milestones_of,
    rating_history,
)
from scorepad.services.seasons.reading import player_or_not_there
from scorepad.stats.bids import counted_bids, sums_of
from scorepad.stats.career import Career, career_of
from scorepad.stats.columns import Columns, by_player
from scorepad.stats.course import course_of
from scorepad.stats.predictions import Sums
from scorepad.stats.rating import Step
from scorepad.stats.sums import meetings_of, sums_over
from scorepad.store.groups.people import players_by_row
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.seasons.results import (
    Kinds,
    LastGame,
    kinds_of,
    last_games_of,
    results_in_order,
)
from scorepad.store.tables import Player, Season

GAMES_SHOWN = 30


@dataclass(frozen=True, slots=True)
class PlayerOverview:
    """A player in one *season*, or over all of them.

    Everything is of the games that the filter *wanted*; *games* are the last of them,
    the latest first, and *others* how everybody else predicted in them. But *step* is
    where they stand now, of all games, and *climb* how they came there. *kinds* are
    those of all games of the season.
    """

    group_id: UUID
    group_name: str | None
    person: Person
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds
    career: Career[Person]
    others: Sums
    games: tuple[LastGame, ...]
    step: Step | None
    climb: tuple[Milestone, ...]


def player_overview(  # noqa: PLR0913 - who, where, and how to look at it
    session: Session,
    device_id: int | None,
    gid: UUID,
    player_id: UUID,
    number: int | None,
    *,
    wanted: Filter = EVERY_GAME,
    at_most: int | None = GAMES_SHOWN,
) -> PlayerOverview:
    """Sum up a player over the games of a season, or of all (*number* ``None``).

    *at_most* so many games are listed, or all (``None``).
    Only finished games that count and have a result are in it.

    :raises NotThereError: the device does not belong to a group with such a player
        and season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    found = player_or_not_there(session, group, player_id, number)
    player, season = found.player, found.season
    where = group, season, wanted
    results = results_in_order(session, *where)
    had = by_player(results.players, results.columns)
    theirs = (each.bids for id_, each in had.items() if id_ != player.id)
    history = rating_history(session, group.id, climber=player.id)
    return PlayerOverview(
        group_id=group.uuid,
        group_name=group.name,
        person=Person(player.uuid, player.name),
        season=season,
        seasons=found.seasons,
        wanted=wanted,
        kinds=kinds_of(session, group, season),
        career=_career(session, player, had, wanted),
        others=sums_of(counted_bids(chain.from_iterable(theirs))),
        games=last_games_of(session, *where, player_id=player.id, at_most=at_most),
        step=history.now.get(player.id),
        climb=milestones_of(session, history, season),
    )


def _career(
    session: Session, player: Player, had: Mapping[int, Columns], wanted: Filter
) -> Career[Person]:
    own, met = had.get(player.id, Columns()), meetings_of(player.id, had)
    rivals = sorted(players_by_row(session, met), key=lambda each: each.name.casefold())
    return career_of(
        sums_over(own),
        course_of(own),
        {Person(each.uuid, each.name): met[each.id] for each in rivals},
        wanted.counted_by,
    )

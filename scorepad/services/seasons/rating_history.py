"""Ratings and wins of everybody in a group, from its games in the order of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from sqlalchemy.orm import Session

from scorepad.stats.race import spread
from scorepad.stats.rating import NEW, Step, after_game
from scorepad.store.seasons.results import days_of_games, ranks_in_order
from scorepad.store.tables import Season

POINTS_AT_MOST: Final = 120
"""More than that no line of a page can show."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """Where somebody stood after a game of that day."""

    played_on: date
    step: Step


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """Where everybody stands *now*, and stood when each season *ended*.

    Seasons and players by their rows. *climb* has the games of one player: its season,
    its row, and the step after it.
    """

    now: Mapping[int, Step]
    ended: Mapping[int, Mapping[int, Step]]
    climb: Sequence[tuple[int, int, Step]]

    def standing(self, season: Season | None) -> Mapping[int, Step]:
        """Where everybody stood after the last game of a season; without one, now."""
        return self.now if season is None else self.ended.get(season.id, {})


def rating_history(
    session: Session, group_id: int, *, climber: int | None = None
) -> RatingHistory:
    """Rate all games of a group from the first; *climber* is who has a climb."""
    standing: dict[int, Step] = {}
    ended: dict[int, Mapping[int, Step]] = {}
    climb: list[tuple[int, int, Step]] = []
    rows = zip(*ranks_in_order(session, group_id), strict=True)
    for season, games in groupby(rows, itemgetter(0)):
        for game, seats in groupby(games, itemgetter(1)):
            _, _, players, ranks = zip(*seats, strict=True)
            before = [standing.get(player, NEW) for player in players]
            standing.update(zip(players, after_game(before, ranks), strict=True))
            if climber is not None and climber in players:
                climb.append((season, game, standing[climber]))
        ended[season] = standing.copy()
    return RatingHistory(standing, ended, climb)


def milestones_of(
    session: Session, history: RatingHistory, season: Season | None
) -> tuple[Milestone, ...]:
    """The climb of a player in a season, or in all, in order.

    Of many games some, evenly spread, the first and the last among them.
    """
    own = [
        (game, step)
        for season_id, game, step in history.climb
        if season is None or season_id == season.id
    ]
    shown = [own[place] for place in spread(len(own), POINTS_AT_MOST)]
    days = days_of_games(session, [game for game, _ in shown])
    return tuple(Milestone(days[game], step) for game, step in shown)

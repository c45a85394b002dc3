"""How the rating of one player moved from game to game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy.orm import Session

from scorepad.services.seasons.climbing import step_of
from scorepad.services.seasons.rating import Ladder
from scorepad.stats.race import spread
from scorepad.stats.rating import Step
from scorepad.store.seasons.rating_steps import (
    KeptStep,
    games_in,
    steps_of_player,
)
from scorepad.store.seasons.ratings import day_and_id
from scorepad.store.tables import Player, Season

POINTS_AT_MOST: Final = 120
"""More than that no line of a page can show."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """Where somebody stood after a game of that day."""

    played_on: date
    step: Step


def milestones_of(
    session: Session, ladder: Ladder, player: Player, season: Season | None
) -> tuple[Milestone, ...]:
    """Where a player stood after the games of a *season*, or of all, in order.

    Of many games some, evenly spread, the first and the last among them.
    """
    kept = _kept(session, ladder, player, season)
    steps = [*kept, *_rest(session, ladder, player, season)]
    shown = [steps[index] for index in spread(len(steps), POINTS_AT_MOST)]
    return tuple(Milestone(day_and_id(s.place)[0], step_of(s)) for s in shown)


def _kept(
    session: Session, ladder: Ladder, player: Player, season: Season | None
) -> Sequence[KeptStep]:
    return tuple(
        steps_of_player(
            session,
            player.id,
            season,
            before=ladder.stale_from,
            at_most=POINTS_AT_MOST,
        )
    )


def _rest(
    session: Session, ladder: Ladder, player: Player, season: Season | None
) -> Sequence[KeptStep]:
    own = [step for step in ladder.rest if step.player_id == player.id]
    if season is None or not own:
        return own
    inside = games_in(session, season, [step.game_id for step in own])
    return [step for step in own if step.game_id in inside]

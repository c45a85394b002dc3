"""Working out where everybody stands after every game, bit by bit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.stats.outcomes import outcomes_of
from scorepad.stats.rating import Rating, Step, steps_through
from scorepad.store.play.kept_games import kept_games
from scorepad.store.seasons.rating_steps import (
    KeptStep,
    RankedGame,
    games_from,
    latest_steps,
)
from scorepad.store.tables.ratings import NOTHING_STALE

AT_ONCE: Final = 250
"""So many games are worked out at a time."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What follows from some games in a row; the next one is at *until* or later."""

    steps: tuple[KeptStep, ...]
    games: int
    until: int


def stretches_from(session: Session, group_id: int, place: int) -> Iterator[Stretch]:
    """Everything that follows from the games of a group from a *place* on."""
    if place == NOTHING_STALE:
        return
    standing = {
        each.player_id: step_of(each)
        for _, each in latest_steps(session, group_id, before=place)
    }
    while place != NOTHING_STALE:
        games = games_from(session, group_id, place, at_most=AT_ONCE)
        place = games[-1].place + 1 if len(games) == AT_ONCE else NOTHING_STALE
        steps = tuple(_steps(_with_ranks(session, games), standing))
        standing.update((each.player_id, step_of(each)) for each in steps)
        yield Stretch(steps, len(games), place)


def _steps(
    games: Sequence[RankedGame], standing: Mapping[int, Step]
) -> Iterator[KeptStep]:
    played = [_who_played(game) for game in games]
    ranked = [[(player, rank) for _, player, rank in seats] for seats in played]
    after = steps_through(ranked, standing)
    for game, seats, steps in zip(games, played, after, strict=True):
        for (seat, player, _), step in zip(seats, steps, strict=True):
            rating = step.rating
            yield KeptStep(
                game.game_id,
                seat,
                player,
                game.place,
                rating.mu,
                rating.sigma,
                step.games,
                step.wins,
            )


def _who_played(game: RankedGame) -> list[tuple[int, int, int]]:
    seats = zip(game.players, game.ranks or (), strict=True)
    return [
        (seat, player, rank)
        for seat, (player, rank) in enumerate(seats)
        if rank is not None
    ]


def _with_ranks(
    session: Session, games: Sequence[RankedGame]
) -> tuple[RankedGame, ...]:
    """Work out the ranks that the tallies do not know."""
    missing = [game.game_id for game in games if game.ranks is None]
    kept = kept_games(session, missing) if missing else ()
    found = {each.row_id: _ranks(each.game) for each in kept}
    return tuple(
        replace(game, ranks=found[game.game_id]) if game.ranks is None else game
        for game in games
    )


def _ranks(game: Game) -> tuple[int | None, ...]:
    outcomes = outcomes_of(sheet_of(game))
    if not outcomes:
        return (None,) * len(game.players)
    return tuple(each.rank if each.played else None for each in outcomes)


def step_of(kept: KeptStep) -> Step:
    """Read a step back from where it is kept."""
    return Step(Rating(kept.mu, kept.sigma), kept.games, kept.wins)

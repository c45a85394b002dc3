"""What each event changes, and what keeps it from having happened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.towers.ending import (
    Standing,
    with_potion_filled,
    with_potions_spent,
)
from scorepad.rules.towers.game import Event, Game, Happening, can_cast
from scorepad.rules.towers.problems import Problem
from scorepad.rules.towers.table import partner_of, potions_each, wizards_each


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's standing, and how many *bottles* it has: handed over, they move."""

    standing: Standing
    bottles: int


def at_first(players: int) -> tuple[Holding, ...]:
    """Nobody home, every bottle empty."""
    return (Holding(Standing(), potions_each(players)),) * players


def problem_with(
    event: Event, holdings: Sequence[Holding], game: Game
) -> Problem | None:
    """Why *event* cannot have happened to a table that has come so far, if so."""
    return _PROBLEMS[event.what](event, holdings, game)


def after(
    event: Event, holdings: tuple[Holding, ...], game: Game
) -> tuple[Holding, ...]:
    """The holdings once a possible *event* has happened."""
    return _CHANGES[event.what](event, holdings, game)


def _with(
    holdings: tuple[Holding, ...], seat: int, held: Holding
) -> tuple[Holding, ...]:
    return (*holdings[:seat], held, *holdings[seat + 1 :])


def _home(event: Event, holdings: tuple[Holding, ...], _: Game) -> tuple[Holding, ...]:
    held = holdings[event.seat]
    arrived = replace(held.standing, home=held.standing.home + 1)
    return _with(holdings, event.seat, replace(held, standing=arrived))


def _problem_with_home(
    event: Event, holdings: Sequence[Holding], _: Game
) -> Problem | None:
    all_home = holdings[event.seat].standing.home >= wizards_each(len(holdings))
    return Problem.WIZARDS_RANGE if all_home else None


def _filled(
    event: Event, holdings: tuple[Holding, ...], _: Game
) -> tuple[Holding, ...]:
    held = holdings[event.seat]
    standing = with_potion_filled(held.standing, potions=held.bottles)
    return _with(holdings, event.seat, replace(held, standing=standing))


def _problem_with_filled(
    event: Event, holdings: Sequence[Holding], _: Game
) -> Problem | None:
    held = holdings[event.seat]
    none_empty = held.standing.filled >= held.bottles
    return Problem.POTIONS_RANGE if none_empty else None


def _cast(
    event: Event, holdings: tuple[Holding, ...], game: Game
) -> tuple[Holding, ...]:
    cost = game.cost_of(event.spell) if event.spell else None
    held = holdings[event.seat]
    standing = with_potions_spent(held.standing, cost or 0)
    return _with(holdings, event.seat, replace(held, standing=standing))


def _problem_with_cast(
    event: Event, holdings: Sequence[Holding], game: Game
) -> Problem | None:
    cost = game.cost_of(event.spell) if event.spell else None
    if cost is None:
        return Problem.SPELL_NOT_IN_PLAY
    paid = can_cast(holdings[event.seat].standing.full, cost)
    return None if paid else Problem.SPELL_UNPAID


def _given(
    event: Event, holdings: tuple[Holding, ...], game: Game
) -> tuple[Holding, ...]:
    to = partner_of(event.seat, len(game.players))
    moved = _with_full(holdings, event.seat, -1)
    return _with_full(moved, to, +1)


def _with_full(
    holdings: tuple[Holding, ...], seat: int, by: int
) -> tuple[Holding, ...]:
    held = holdings[seat]
    standing = replace(held.standing, full=held.standing.full + by)
    return _with(holdings, seat, Holding(standing, held.bottles + by))


def _problem_with_given(
    event: Event, holdings: Sequence[Holding], game: Game
) -> Problem | None:
    if not game.teams or event.to != partner_of(event.seat, len(game.players)):
        return Problem.NOT_A_PARTNER
    has_one = holdings[event.seat].standing.full > 0
    return None if has_one else Problem.NOTHING_TO_GIVE


def _turn_over(
    _event: Event, holdings: tuple[Holding, ...], _game: Game
) -> tuple[Holding, ...]:
    return holdings


def _no_problem(
    _event: Event, _holdings: Sequence[Holding], _game: Game
) -> Problem | None:
    return None


_CHANGES: dict[
    Happening, Callable[[Event, tuple[Holding, ...], Game], tuple[Holding, ...]]
] = {
    Happening.HOME: _home,
    Happening.FILLED: _filled,
    Happening.CAST: _cast,
    Happening.GIVEN: _given,
    Happening.TURN_OVER: _turn_over,
}
_PROBLEMS: dict[
    Happening, Callable[[Event, Sequence[Holding], Game], Problem | None]
] = {
    Happening.HOME: _problem_with_home,
    Happening.FILLED: _problem_with_filled,
    Happening.CAST: _problem_with_cast,
    Happening.GIVEN: _problem_with_given,
    Happening.TURN_OVER: _no_problem,
}

"""What a sheet of Wandering Towers says about each seat."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from scorepad.rules.towers.ending import ranks, side_standings, sides_at_goal, winners
from scorepad.rules.towers.game import Game
from scorepad.rules.towers.happenings import Holding
from scorepad.rules.towers.progress import Progress, progress_of
from scorepad.rules.towers.table import Colour, potions_each, side_of, wizards_each


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: *wizards* and *bottles* are what is drawn, one word for each of them.

    *rank* is that of its side and ``None`` before the end; *spells* names what it cast,
    with how often.
    """

    name: str = ""
    colour: Colour | None = None
    wizards: tuple[str, ...] = ()
    bottles: tuple[str, ...] = ()
    full: int | None = None
    rank: int | None = None
    has_won: bool = False
    is_at_goal: bool = False
    team: int | None = None
    spells: tuple[tuple[str, int], ...] = ()


def blank_lines(players: int) -> tuple[Line, ...]:
    """Everything to be marked by hand.

    >>> blank_lines(2)[0].bottles
    ('empty', 'empty', 'empty', 'empty', 'empty', 'empty')
    """
    away = ("away",) * wizards_each(players)
    empty = ("empty",) * potions_each(players)
    return (Line(wizards=away, bottles=empty),) * players


def lines_of(game: Game) -> tuple[Line, ...]:
    """How far everybody has come, in seat order."""
    progress = progress_of(game)
    placed = ranks(progress.standings, game.sides) if progress.over else None
    won = winners(progress.standings, game.sides) if progress.over else ()
    at_goal = sides_at_goal(progress.standings, game.sides)
    return tuple(
        Line(
            name=name,
            colour=game.colours[seat] if game.colours else None,
            wizards=tuple(_wizards(held, wizards_each(len(game.players)))),
            bottles=tuple(_bottles(held)),
            full=held.standing.full,
            rank=placed[side] if placed else None,
            has_won=side in won,
            is_at_goal=side in at_goal,
            team=side + 1 if game.teams else None,
            spells=_spells(game, seat),
        )
        for seat, (name, held, side) in enumerate(_seats(game, progress))
    )


def full_together(game: Game) -> int:
    """The full bottles of each side that won; 0 where none did."""
    standings = progress_of(game).standings
    reached = side_standings(standings, game.sides)
    return max(
        (reached[side].full for side in winners(standings, game.sides)), default=0
    )


def _seats(game: Game, progress: Progress) -> Iterator[tuple[str, Holding, int]]:
    sides = (side_of(seat, game.sides) for seat in range(len(game.players)))
    return zip(game.players, progress.holdings, sides, strict=True)


def _wizards(held: Holding, number: int) -> Iterator[str]:
    home = held.standing.home
    return chain(repeat("home", home), repeat("away", number - home))


def _bottles(held: Holding) -> Iterator[str]:
    full, spent = held.standing.full, held.standing.spent
    left = max(0, held.bottles - full - spent)
    return chain(repeat("full", full), repeat("spent", spent), repeat("empty", left))


def _spells(game: Game, seat: int) -> tuple[tuple[str, int], ...]:
    cast = Counter(
        each.spell for each in game.events if each.seat == seat and each.spell
    )
    return tuple((spell.value, times) for spell, times in cast.most_common())

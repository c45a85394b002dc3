"""A game as its table wrote it down: who played, and what happened in turn."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorepad.rules.towers.spells import BASE_SPELLS, COSTS, Spell
from scorepad.rules.towers.standing import Standing
from scorepad.rules.towers.table import Colour, sides_of


class Happening(StrEnum):
    """What can be written down; *turn_over* only where a table tracks its turns."""

    HOME = "home"
    FILLED = "filled"
    CAST = "cast"
    GIVEN = "given"
    TURN_OVER = "turn_over"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to *seat*.

    *spell* was cast by the seat, at the cost it has at this table; *to* is the partner
    who was handed one full bottle.
    """

    what: Happening
    seat: int
    spell: Spell | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class SpellInPlay:
    """A spell that lies on the table, with what it costs there."""

    spell: Spell
    cost: int


BASE_GAME = tuple(SpellInPlay(spell, COSTS[spell]) for spell in BASE_SPELLS)


@dataclass(frozen=True, slots=True)
class Game:
    """Everything a table wrote down; seats count from 0, clockwise.

    *master* is the variant in which spells are cast on others' turns too.
    *finished* is the table's word that it is over, with or without anybody at the
    goal. *last_turn* is the seat whose turn met the goal, and *rounds* how many were
    played: both asked where turns are not tracked. *final* holds one standing a seat
    of a game of which only the result is known.
    """

    players: tuple[str, ...]
    colours: tuple[Colour, ...] = ()
    start: int = 0
    teams: bool = False
    master: bool = False
    tracks_turns: bool = False
    spells: tuple[SpellInPlay, ...] = BASE_GAME
    events: tuple[Event, ...] = ()
    final: tuple[Standing, ...] | None = None
    last_turn: int | None = None
    rounds: int | None = None
    finished: bool = False
    played_on: date | None = None
    place: str | None = None
    minutes: int | None = None
    remark: str | None = None
    id_: str | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who wins together."""
        return sides_of(len(self.players), teams=self.teams)

    def cost_of(self, spell: Spell) -> int | None:
        """Full bottles the spell costs at this table; ``None`` if it is not in play."""
        return next((each.cost for each in self.spells if each.spell is spell), None)

"""A game as its table wrote it down: who played, and what happened in turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from scorepad.rules.towers.ending import Standing
from scorepad.rules.towers.table import Colour, sides_of


class Spell(StrEnum):
    """The spells of the box; *other* stands for promotional ones."""

    ADVANCE_WIZARD = "advance_wizard"
    ADVANCE_TOWER = "advance_tower"
    SWAP_TOWER = "swap_tower"
    HEADWIND_WIZARD = "headwind_wizard"
    HEADWIND_TOWER = "headwind_tower"
    NUDGE_RAVENSKEEP = "nudge_ravenskeep"
    PIGGYBACK = "piggyback"
    FREE_WIZARD = "free_wizard"
    OTHER = "other"


BASE_SPELLS = (Spell.ADVANCE_WIZARD, Spell.ADVANCE_TOWER)
"""The two that lie face up in a first game."""

COSTS: Mapping[Spell, int] = MappingProxyType(
    {
        Spell.ADVANCE_WIZARD: 2,
        Spell.ADVANCE_TOWER: 1,
        Spell.SWAP_TOWER: 1,
        Spell.HEADWIND_WIZARD: 2,
        Spell.HEADWIND_TOWER: 1,
        Spell.NUDGE_RAVENSKEEP: 2,
        Spell.PIGGYBACK: 2,
        Spell.FREE_WIZARD: 2,
        Spell.OTHER: 1,
    }
)
"""Full bottles each spell costs unless a table says otherwise. The box shows the
costs as icons only; Piggyback's comes from an implementation that later left it out."""

HIGHEST_COST = 6
"""As many bottles as anybody ever has."""


def can_cast(full: int, cost: int) -> bool:
    """Whether so many full bottles pay for a spell of this *cost*."""
    return full >= cost


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

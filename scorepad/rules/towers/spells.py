"""The spells, and how many full bottles each of them costs."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


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

"""Reasons not to believe an entry, as values; sentences are somebody else's job."""

from dataclasses import dataclass
from enum import StrEnum


class Problem(StrEnum):
    """A reason to object; its value is also its message key and its name in JSON."""

    PLAYERS_OUT_OF_RANGE = "players_out_of_range"
    TEAMS_NEED_4_OR_6 = "teams_need_4_or_6"
    COLOUR_NOT_USABLE = "colour_not_usable"
    WIZARDS_RANGE = "wizards_range"
    POTIONS_RANGE = "potions_range"
    SPELL_NOT_IN_PLAY = "spell_not_in_play"
    SPELL_UNPAID = "spell_unpaid"
    TURN_ORDER = "turn_order"
    NOT_A_PARTNER = "not_a_partner"
    NOTHING_TO_GIVE = "nothing_to_give"
    AFTER_THE_END = "after_the_end"


@dataclass(frozen=True, slots=True)
class Objection:
    """One problem: with which event (counted from 0) and seat, where it has them."""

    problem: Problem
    event: int | None = None
    seat: int | None = None

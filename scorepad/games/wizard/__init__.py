"""Wizard by Ken Fisher: one module per topic, and the problems of entries."""

from enum import StrEnum
from typing import Final, NamedTuple, Self

CUSTOM: Final = "custom"  # a schedule or scoring of the table's own


class Problem(StrEnum):
    """A reason to object; the value is also the message key and the name in JSON."""

    field: str
    """The field of a round or game that it is about."""

    def __new__(cls, value: str, field: str = "") -> Self:
        """Return the problem with this *value*."""
        problem = str.__new__(cls, value)
        problem._value_, problem.field = value, field
        return problem

    BID_MISSING = "bid_missing", "bids"
    TRICKS_MISSING = "tricks_missing", "tricks"
    BID_COUNT = "bid_count", "bids"
    BID_RANGE = "bid_range", "bids"
    TRICKS_RANGE = "tricks_range", "tricks"
    TRICKS_SUM = "tricks_sum", "tricks"
    BIDS_EVEN = "bids_even", "bids"
    BID_CHANGE_EARLY = "bid_change_early", "bid_changes"
    BID_CHANGE_STEP = "bid_change_step", "bid_changes"
    BID_CHANGE_RANGE = "bid_change_range", "bid_changes"
    VOID_RANGE = "void_range", "void_tricks"
    TRICKS_UNKNOWN = "tricks_unknown", "totals"
    TOTAL_MISMATCH = "total_mismatch", "totals"
    PLAYERS_OUT_OF_RANGE = "players_out_of_range", "players"
    HAND_TOO_SMALL = "hand_too_small", "cards"
    HAND_TOO_LARGE = "hand_too_large", "cards"
    VARIANT_NEEDS_3_OR_4_PLAYERS = "variant_needs_3_or_4_players", "schedule"
    VARIANT_NEEDS_3_TO_6_PLAYERS = "variant_needs_3_to_6_players", "schedule"
    EDITION_INCOMPLETE = "edition_incomplete", "edition"
    NOT_AT_TABLE = "not_at_table", "bids"
    UNWRITTEN_ENTRIES = "unwritten_entries", "bids"
    NO_TURN_UP = "no_turn_up", "trump"
    FORESIGHT_CARDS = "foresight_cards", "foresight"


ASKABLE = frozenset(
    {
        Problem.TRICKS_SUM,
        Problem.BIDS_EVEN,
        Problem.TRICKS_UNKNOWN,
        Problem.TOTAL_MISMATCH,
        Problem.NO_TURN_UP,
    }
)
"""Unusual but possible problems, stored once the table accepts them."""


class Objection(NamedTuple):
    """A problem, and the seat it concerns, ``None`` for the whole table."""

    problem: Problem
    seat: int | None = None

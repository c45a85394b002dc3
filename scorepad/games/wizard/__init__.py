"""Wizard by Ken Fisher: one module per topic, and the problems of entries."""

from enum import StrEnum
from typing import NamedTuple


class Problem(StrEnum):
    """A reason to object; the value is also the message key and the name in JSON."""

    BID_MISSING = "bid_missing"
    TRICKS_MISSING = "tricks_missing"
    BID_COUNT = "bid_count"
    BID_RANGE = "bid_range"
    TRICKS_RANGE = "tricks_range"
    TRICKS_SUM = "tricks_sum"
    BIDS_EVEN = "bids_even"
    BID_CHANGE_EARLY = "bid_change_early"
    BID_CHANGE_STEP = "bid_change_step"
    BID_CHANGE_RANGE = "bid_change_range"
    VOID_RANGE = "void_range"
    TRICKS_UNKNOWN = "tricks_unknown"
    TOTAL_MISMATCH = "total_mismatch"
    PLAYERS_OUT_OF_RANGE = "players_out_of_range"
    HAND_TOO_SMALL = "hand_too_small"
    HAND_TOO_LARGE = "hand_too_large"
    VARIANT_NEEDS_3_OR_4_PLAYERS = "variant_needs_3_or_4_players"
    VARIANT_NEEDS_3_TO_6_PLAYERS = "variant_needs_3_to_6_players"
    EDITION_INCOMPLETE = "edition_incomplete"
    NOT_AT_TABLE = "not_at_table"
    UNWRITTEN_ENTRIES = "unwritten_entries"
    NO_TURN_UP = "no_turn_up"
    FORESIGHT_CARDS = "foresight_cards"


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

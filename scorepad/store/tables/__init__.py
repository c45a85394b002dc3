"""The tables; importing this package makes all of them known to the metadata."""

from scorepad.store.tables.games import (
    AdjustmentRow,
    Entry,
    GameRow,
    RoundRow,
    Seat,
)
from scorepad.store.tables.history import RememberedAnswer, Revision, SetAside
from scorepad.store.tables.people import Device, Group, Membership, Player, Season
from scorepad.store.tables.ratings import RatingMark, RatingStep
from scorepad.store.tables.tallies import GameMarks, Tally

__all__ = [
    "AdjustmentRow",
    "Device",
    "Entry",
    "GameMarks",
    "GameRow",
    "Group",
    "Membership",
    "Player",
    "RatingMark",
    "RatingStep",
    "RememberedAnswer",
    "Revision",
    "RoundRow",
    "Season",
    "Seat",
    "SetAside",
    "Tally",
]

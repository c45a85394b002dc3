"""The tables; importing this package makes all of them known to the metadata."""

from scorepad.store.tables.bids import SeatBid
from scorepad.store.tables.database_id import DatabaseId
from scorepad.store.tables.days import ServerDay
from scorepad.store.tables.documents import (
    DocumentGame,
    DocumentRevision,
    DocumentSeat,
)
from scorepad.store.tables.doors import Invite, OpenDoor, WrongTry
from scorepad.store.tables.games import (
    AdjustmentRow,
    Entry,
    GameRow,
    RoundRow,
    Seat,
)
from scorepad.store.tables.history import RememberedAnswer, Revision, SetAside
from scorepad.store.tables.jobs import JobRun
from scorepad.store.tables.paces import Pace
from scorepad.store.tables.people import (
    Device,
    Group,
    Membership,
    Merge,
    Player,
    Season,
)
from scorepad.store.tables.ratings import RatingMark, RatingStep
from scorepad.store.tables.tallies import (
    ALL_GAMES,
    GameMarks,
    PlayerLedger,
    SeasonLedger,
    Tally,
)

__all__ = [
    "ALL_GAMES",
    "AdjustmentRow",
    "DatabaseId",
    "Device",
    "DocumentGame",
    "DocumentRevision",
    "DocumentSeat",
    "Entry",
    "GameMarks",
    "GameRow",
    "Group",
    "Invite",
    "JobRun",
    "Membership",
    "Merge",
    "OpenDoor",
    "Pace",
    "Player",
    "PlayerLedger",
    "RatingMark",
    "RatingStep",
    "RememberedAnswer",
    "Revision",
    "RoundRow",
    "Season",
    "SeasonLedger",
    "Seat",
    "SeatBid",
    "ServerDay",
    "SetAside",
    "Tally",
    "WrongTry",
]

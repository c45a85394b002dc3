"""The tables; importing this package makes all of them known to the metadata."""

from scorepad.store.tables.bids import SeatBid
from scorepad.store.tables.books import BookVolume, SeasonBook
from scorepad.store.tables.documents import (
    DocumentGame,
    DocumentRevision,
    DocumentSeat,
)
from scorepad.store.tables.games import GameRow, RoundRow, Seat
from scorepad.store.tables.groups import (
    ALL_GAMES,
    Device,
    Group,
    Invite,
    Membership,
    Merge,
    OpenDoor,
    Player,
    Season,
    WrongTry,
)
from scorepad.store.tables.history import RememberedAnswer, Revision
from scorepad.store.tables.results import Result
from scorepad.store.tables.server import DatabaseId, JobRun, Pace, ServerDay

__all__ = [
    "ALL_GAMES",
    "BookVolume",
    "DatabaseId",
    "Device",
    "DocumentGame",
    "DocumentRevision",
    "DocumentSeat",
    "GameRow",
    "Group",
    "Invite",
    "JobRun",
    "Membership",
    "Merge",
    "OpenDoor",
    "Pace",
    "Player",
    "RememberedAnswer",
    "Result",
    "Revision",
    "RoundRow",
    "Season",
    "SeasonBook",
    "Seat",
    "SeatBid",
    "ServerDay",
    "WrongTry",
]

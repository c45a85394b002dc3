"""The tables; importing this package makes all of them known to the metadata."""

from scorepad.store.tables.bids import SeatBid
from scorepad.store.tables.books import BookVolume, SeasonBook
from scorepad.store.tables.database_id import DatabaseId
from scorepad.store.tables.days import ServerDay
from scorepad.store.tables.documents import (
    DocumentGame,
    DocumentRevision,
    DocumentSeat,
)
from scorepad.store.tables.doors import Invite, OpenDoor, WrongTry
from scorepad.store.tables.games import GameRow, RoundRow, Seat
from scorepad.store.tables.history import RememberedAnswer, Revision
from scorepad.store.tables.jobs import JobRun
from scorepad.store.tables.paces import Pace
from scorepad.store.tables.people import (
    ALL_GAMES,
    Device,
    Group,
    Membership,
    Merge,
    Player,
    Season,
)
from scorepad.store.tables.results import Result

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

"""The tables; importing this package makes all of them known to the metadata."""

from scorepad.store.tables.books import BookVolume, SeasonBook
from scorepad.store.tables.games import (
    WIZARD,
    AnyGame,
    DocumentGame,
    GameRow,
    RememberedAnswer,
    Result,
    Revision,
    RoundRow,
    Seat,
    SeatBid,
)
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
from scorepad.store.tables.server import DatabaseId, JobRun, Pace, ServerDay

__all__ = [
    "ALL_GAMES",
    "WIZARD",
    "AnyGame",
    "BookVolume",
    "DatabaseId",
    "Device",
    "DocumentGame",
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

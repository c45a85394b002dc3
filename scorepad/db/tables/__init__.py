"""The tables; importing this package registers them in the metadata."""

from scorepad.db.tables.games import (
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
    TournamentRow,
)
from scorepad.db.tables.groups import (
    ALL_GAMES,
    BookVolume,
    DatabaseId,
    Device,
    Group,
    Invite,
    JobRun,
    JoinCode,
    LogEntry,
    Membership,
    Merge,
    Player,
    RateCount,
    Season,
    SeasonBook,
)

"""What follows from finished games, kept so that a season need not be worked out."""

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base


class Tally(Base):
    """What one seat has from a finished game: a cache, never the truth.

    Right only while *revision* is that of the game. No *total* and no *rank* where
    the game was finished without a closed round; *winners* is how many won it. *bids*
    has one list of numbers for every bid that was played out.
    """

    __tablename__ = "tally"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    revision: Mapped[int]
    total: Mapped[int | None]
    bids_met: Mapped[int]
    bids_made: Mapped[int]
    rank: Mapped[int | None]
    winners: Mapped[int]
    possible: Mapped[int]
    league: Mapped[int]
    bids: Mapped[list[list[int]]] = mapped_column(JSON)


class GameMarks(Base):
    """What a finished game could be remembered for: a cache, never the truth.

    Right only while *revision* is that of the game.
    """

    __tablename__ = "game_marks"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    revision: Mapped[int]
    marks: Mapped[list[list[object]]] = mapped_column(JSON)

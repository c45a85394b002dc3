"""What follows from finished games, kept so that a season need not be worked out."""

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base


class Result(Base):
    """What one seat has from a finished game. Derived from its rounds, never the truth.

    Without a *total* and a *rank* where the seat has no result. *winners* is how many
    won the game, *possible* the best total there could have been, *league* the points
    of a league. *marks* has one character a round (``x`` met, ``-`` missed, ``.``
    unknown); *bids* are those played out, as in :mod:`scorepad.stats.predictions`.

    Then what can be a record: *best_round*, *bravest_bid*, *longest_run* and *comeback*
    of this seat, the others of the whole table.
    """

    __tablename__ = "result"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    total: Mapped[int | None]
    rank: Mapped[int | None]
    winners: Mapped[int]
    possible: Mapped[int]
    league: Mapped[int]
    bids_met: Mapped[int]
    bids_made: Mapped[int]
    marks: Mapped[str] = mapped_column(Text)
    bids: Mapped[str] = mapped_column(Text)
    best_round: Mapped[int | None]
    bravest_bid: Mapped[int | None]
    longest_run: Mapped[int | None]
    comeback: Mapped[int | None]
    closest_finish: Mapped[int | None]
    lead_changes: Mapped[int | None]
    all_right: Mapped[int | None]
    none_right: Mapped[int | None]

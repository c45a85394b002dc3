"""Bids that somebody put on a device for one seat, before the round has them."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment


class SeatBid(Base):
    """One seat's bid while the round has none of it yet.

    It stands apart from the rounds, so that nothing that reads these can tell a sealed
    bid. *is_own* says that the device belonged to the player in that seat when it put
    the bid; only that device may ever see it again. *revision* counts the changes.
    """

    __tablename__ = "seat_bid"
    __table_args__ = (
        CheckConstraint("number > 0", "number"),
        CheckConstraint("bid >= 0", "bid"),
        CheckConstraint("revision > 0", "revision"),
    )

    game_id: Mapped[int] = mapped_column(
        ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bid: Mapped[int]
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"))
    is_own: Mapped[bool]
    revision: Mapped[int]
    put_at: Mapped[datetime] = mapped_column(Moment)

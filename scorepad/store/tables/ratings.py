"""What follows from all games of a group in order: a cache, never the truth."""

from typing import Final

from sqlalchemy import BigInteger, Double, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base

NOTHING_STALE: Final = 2**62
"""A place after every game."""


class RatingStep(Base):
    """Where a player stood after a game: rating, and games and wins until then.

    The *place* of the game among those of its group is its day and then its id, in one
    number. Right only before the place that the group's :class:`RatingMark` names.
    """

    __tablename__ = "rating_step"
    __table_args__ = (
        Index("ix_rating_step_player_id_place", "player_id", "place", unique=True),
        Index("ix_rating_step_group_id_place", "group_id", "place"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    place: Mapped[int] = mapped_column(BigInteger)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    wins: Mapped[int]


class RatingMark(Base):
    """From which place on the steps of a group are stale.

    *changes* counts how often something was marked: whoever works the steps out sees
    by it that the games have changed meanwhile.
    """

    __tablename__ = "rating_mark"

    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), primary_key=True)
    stale_from: Mapped[int] = mapped_column(BigInteger, default=NOTHING_STALE)
    changes: Mapped[int] = mapped_column(default=0)

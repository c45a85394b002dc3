"""What was played: games, seats and rounds."""

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
    case,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorepad.store.db import Base, Moment
from scorepad.store.tables.groups import Player

WIZARD: Final = "wizard"
_OTHER: Final = "other"
_LISTED = "deleted_at IS NULL"
_RUNNING = "finished_at IS NULL AND deleted_at IS NULL"


def _index_of_some(name: str, *columns: str, only: str = _LISTED) -> Index:
    """Cover only the games that lists show: so few pages to read, and to count."""
    return Index(name, *columns, sqlite_where=text(only))


class AnyGame(Base):
    """One *game*, by its word, but for the rounds of Wizard.

    Points, totals and ranks are never stored. *revision* counts every write to the game
    or one of its rounds; *settings_revision* is the revision that last changed the
    *settings* or who sits there. Of Wizard, the settings are what
    :mod:`scorepad.rules.wizard.document` writes; of any other game, its document but
    for who played and when.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("group_id", "uuid"),
        CheckConstraint("revision > 0", "revision"),
        Index("ix_game_evening", "group_id", "played_on", "id"),
        _index_of_some("ix_game_of_group", "group_id", "game", "played_on", "id"),
        _index_of_some("ix_game_of_season", "season_id", "game", "played_on", "id"),
        _index_of_some("ix_game_running", "group_id", "season_id", only=_RUNNING),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"), index=True)
    uuid: Mapped[UUID]
    game: Mapped[str] = mapped_column(String(32), default=WIZARD)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    started_at: Mapped[datetime | None] = mapped_column(Moment)
    played_on: Mapped[date]
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_by: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    # The number of the ServerDay on which it was deleted.
    deleted_day: Mapped[int | None]
    # How often the people were seated anew; what speaks of seats says which time.
    seating: Mapped[int] = mapped_column(default=0)
    counts: Mapped[bool]
    revision: Mapped[int]
    settings_revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)

    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.seat", cascade="all, delete-orphan", lazy="selectin"
    )

    __mapper_args__ = {  # noqa: RUF012 - SQLAlchemy reads it
        "polymorphic_on": case((game == WIZARD, WIZARD), else_=_OTHER),
        "polymorphic_abstract": True,
        "with_polymorphic": "*",
    }


class GameRow(AnyGame):
    """A game of Wizard."""

    # Said in the settings, too: what a season is filtered by.
    schedule: Mapped[str] = mapped_column(String(32), nullable=True)
    edition: Mapped[list[str]] = mapped_column(JSON, nullable=True)
    scoring: Mapped[str] = mapped_column(String(32), nullable=True)

    rounds: Mapped[list["RoundRow"]] = relationship(
        order_by="RoundRow.number", cascade="all, delete-orphan", lazy="selectin"
    )

    __mapper_args__ = {"polymorphic_identity": WIZARD}  # noqa: RUF012 - SQLAlchemy reads it


class DocumentGame(AnyGame):
    """Any other game."""

    __mapper_args__ = {"polymorphic_identity": _OTHER}  # noqa: RUF012 - SQLAlchemy reads it


class Seat(Base):
    """Who sits where."""

    __tablename__ = "seat"
    __table_args__ = (
        CheckConstraint("seat >= 0", "seat"),
        UniqueConstraint("game_id", "player_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """One deal of Wizard as :mod:`scorepad.rules.wizard.document` writes it down."""

    __tablename__ = "round_"
    __table_args__ = (
        CheckConstraint("number > 0", "number"),
        CheckConstraint("revision > 0", "revision"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    # When sealed bids were put into it, all together.
    revealed_at: Mapped[datetime | None] = mapped_column(Moment)
    # Two phones may save the same round; the slower one must lose loudly.
    revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)

"""Games that are stored as their documents: any game without tables of its own."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorepad.store.db import Base, Moment
from scorepad.store.tables.groups import Player

_CHOSEN = text("uuid IS NULL")


class DocumentGame(Base):
    """One *game*, by its word, with its *document* but for who played and when.

    *revision* counts every write.
    """

    __tablename__ = "document_game"
    __table_args__ = (
        UniqueConstraint("group_id", "uuid"),
        CheckConstraint("revision > 0", "revision"),
        Index("ix_document_game_of_group", "group_id", "played_on", "id"),
        Index("ix_document_game_of_season", "season_id", "played_on", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"))
    uuid: Mapped[UUID]
    game: Mapped[str] = mapped_column(String(32))
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    started_at: Mapped[datetime | None] = mapped_column(Moment)
    played_on: Mapped[date]
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_by: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    # The number of the ServerDay on which it was deleted.
    deleted_day: Mapped[int | None]
    counts: Mapped[bool]
    revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)

    seats: Mapped[list["DocumentSeat"]] = relationship(
        order_by="DocumentSeat.seat", cascade="all, delete-orphan", lazy="selectin"
    )


class DocumentSeat(Base):
    """Who sits where."""

    __tablename__ = "document_seat"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)

    game_id: Mapped[int] = mapped_column(
        ForeignKey("document_game.id"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class DocumentRevision(Base):
    """One saved state of such a game; append only, which a trigger sees to.

    What lost a conflict while *revision* stood has a *uuid* of its own. *body* holds
    player ids, never names.
    """

    __tablename__ = "document_revision"
    __table_args__ = (
        UniqueConstraint("game_id", "uuid"),
        Index(
            "ix_document_revision_chosen",
            *("game_id", "revision"),
            unique=True,
            sqlite_where=_CHOSEN,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("document_game.id"))
    revision: Mapped[int]
    uuid: Mapped[UUID | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"))
    saved_at: Mapped[datetime] = mapped_column(Moment)
    body: Mapped[str] = mapped_column(Text)

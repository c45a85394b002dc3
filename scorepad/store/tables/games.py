"""What was played: games, seats, rounds and what each seat bid and took."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorepad.store.db import Base, Moment
from scorepad.store.tables.people import Player

_LISTED = "deleted_at IS NULL"
_RUNNING = "finished_at IS NULL AND deleted_at IS NULL"


def _index_of_some(name: str, *columns: str, only: str = _LISTED) -> Index:
    """Cover only the games that lists show: so few pages to read, and to count."""
    where = text(only)
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


class GameRow(Base):
    """One game but for its rounds. Points, totals and ranks are never stored.

    *revision* counts every write to the game or one of its rounds;
    *settings_revision* is the revision that last changed this row's own words.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("group_id", "uuid"),
        CheckConstraint("revision > 0", "revision"),
        Index("ix_game_evening", "group_id", "played_on", "id"),
        _index_of_some("ix_game_of_group", "group_id", "played_on", "id"),
        _index_of_some("ix_game_of_season", "season_id", "played_on", "id"),
        _index_of_some("ix_game_running", "group_id", "season_id", only=_RUNNING),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"), index=True)
    uuid: Mapped[UUID]
    first_dealer: Mapped[int]
    schedule: Mapped[str] = mapped_column(String(32))
    cards: Mapped[list[int]] = mapped_column(JSON)
    even_bid_mode: Mapped[str | None] = mapped_column(String(32))
    even_bid_min_cards: Mapped[int | None]
    even_bid_zero_allowed: Mapped[bool | None]
    bid_mode: Mapped[str] = mapped_column(String(16))
    edition: Mapped[list[str]] = mapped_column(JSON)
    foresight: Mapped[bool]
    # One word for it all, a table's own formula too.
    scoring: Mapped[str] = mapped_column(String(32))
    # How the cards on the table look where it is not as in the box.
    deck: Mapped[str | None] = mapped_column(String(16))
    letters: Mapped[str | None] = mapped_column(String(2))
    started_at: Mapped[datetime | None] = mapped_column(Moment)
    played_on: Mapped[date]
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_by: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    # The number of the ServerDay on which it was deleted.
    deleted_day: Mapped[int | None]
    ended_after: Mapped[int | None]
    # How often the people were seated anew; what speaks of seats says which time.
    seating: Mapped[int] = mapped_column(default=0)
    # A custom schedule as it was before latecomers shortened it.
    planned: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    counts: Mapped[bool]
    place: Mapped[str | None] = mapped_column(String(400))
    remark: Mapped[str | None] = mapped_column(String(4000))
    minutes: Mapped[int | None]
    revision: Mapped[int]
    settings_revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)

    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.seat", cascade="all, delete-orphan", lazy="selectin"
    )
    rounds: Mapped[list["RoundRow"]] = relationship(
        order_by="RoundRow.number", cascade="all, delete-orphan", lazy="selectin"
    )
    adjustments: Mapped[list["AdjustmentRow"]] = relationship(
        order_by="AdjustmentRow.position", cascade="all, delete-orphan", lazy="selectin"
    )


class Seat(Base):
    """Who sits where; *final_total* only for a game known by its result alone.

    A latecomer has the round *joined_in* and a *start_total*; whoever went home before
    the end has *left_after*.
    """

    __tablename__ = "seat"
    __table_args__ = (
        CheckConstraint("seat BETWEEN 0 AND 5", "seat"),
        UniqueConstraint("game_id", "player_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    final_total: Mapped[int | None]
    joined_in: Mapped[int | None]
    start_total: Mapped[int | None]
    left_after: Mapped[int | None]

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """One deal as it was written down; *winners* are the tricks tapped so far."""

    __tablename__ = "round_"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        CheckConstraint("number > 0", "number"),
        CheckConstraint("revision > 0", "revision"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    number: Mapped[int]
    trump: Mapped[str | None] = mapped_column(String(16))
    named_by: Mapped[int | None]
    later_trump: Mapped[str | None] = mapped_column(String(16))
    dealer: Mapped[int | None]
    bid_changes: Mapped[list[dict[str, int]]] = mapped_column(JSON)
    void_tricks: Mapped[int]
    accepted: Mapped[list[str]] = mapped_column(JSON)
    winners: Mapped[list[int]] = mapped_column(JSON)
    note: Mapped[str | None] = mapped_column(String(800))
    # When sealed bids were put into it, all together.
    revealed_at: Mapped[datetime | None] = mapped_column(Moment)
    # Two phones may save the same round; the slower one must lose loudly.
    revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)

    entries: Mapped[list["Entry"]] = relationship(
        order_by="Entry.seat", cascade="all, delete-orphan", lazy="selectin"
    )


class Entry(Base):
    """What one seat bid and took in one round; empty and 0 are different things."""

    __tablename__ = "entry"
    __table_args__ = (
        CheckConstraint("bid >= 0", "bid"),
        CheckConstraint("tricks >= 0", "tricks"),
    )

    round_id: Mapped[int] = mapped_column(ForeignKey("round_.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bid: Mapped[int | None]
    tricks: Mapped[int | None]
    # The running total an old block holds instead of the tricks.
    written_total: Mapped[int | None]
    late_bid: Mapped[bool] = mapped_column(default=False)


class AdjustmentRow(Base):
    """Points outside the rounds; without a *round_number* they count at the end."""

    __tablename__ = "adjustment"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    points: Mapped[int]
    reason: Mapped[str] = mapped_column(String(800))
    round_number: Mapped[int | None]

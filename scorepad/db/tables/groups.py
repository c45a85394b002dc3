"""Who plays: groups, their devices, players and seasons."""

from datetime import date, datetime
from typing import Final
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
    column,
    exists,
    table,
    text,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from scorepad.db.engine import Base, Moment

ALL_GAMES: Final = 0
"""Stands for all seasons of a group where a season's number is expected."""

_REPLACED = text("former_sha256 IS NOT NULL")


class Device(Base):
    """One browser. Only the SHA-256 of its token is kept, and what *kind* it is.

    *seen_on* is the day (UTC) of its last request; the hour is nobody's business.
    *seen_day* is that day by its number (:class:`ServerDay`), by which a device is
    forgotten. Neither ever moves back.
    """

    __tablename__ = "device"
    # Hardly any has a former token. To a planner without statistics an index of all of
    # them would look like a way to those that have none: it would read every device.
    __table_args__ = (
        Index(
            "ix_device_former_sha256",
            "former_sha256",
            unique=True,
            sqlite_where=_REPLACED,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    token_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    # The token before: good until the browser has shown that the new one arrived.
    former_sha256: Mapped[str | None] = mapped_column(String(64))
    name: Mapped[str | None] = mapped_column(String(160))
    kind: Mapped[str | None] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(Moment)
    seen_on: Mapped[date | None]
    seen_day: Mapped[int] = mapped_column(default=0)


class Group(Base):
    """People who play together; made silently, named later.

    A deleted one is nowhere to be found, and can be brought back for a while.
    """

    __tablename__ = "group_"
    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[UUID] = mapped_column(unique=True)
    name: Mapped[str | None] = mapped_column(String(160))
    time_zone: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(16))
    # Who knows the claim founded the group; a lost answer can be asked for again.
    claim_sha256: Mapped[str] = mapped_column(String(64))
    claimed_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    # Whoever lost every device comes back with this once.
    recovery_sha256: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    # The number of the ServerDay on which it was deleted.
    deleted_day: Mapped[int | None]
    # Counts what changed names, seasons or finished games: cached pages go by it.
    revision: Mapped[int] = mapped_column(default=1)


class Membership(Base):
    """What a device may do in a group, and whose it is, if it said so.

    Whatever its role, it may keep the score of the game *scores_game_id*, which it may
    have *took_over* by itself. Some only belong to the group until it *ends_at*.
    """

    __tablename__ = "membership"
    __table_args__ = (
        CheckConstraint("role IN ('owner','scorekeeper','player','viewer')", "role"),
    )

    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(
        ForeignKey("device.id"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(16))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    scores_game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"))
    took_over: Mapped[bool] = mapped_column(default=False)
    ends_at: Mapped[datetime | None] = mapped_column(Moment)

    device: Mapped[Device] = relationship(viewonly=True)
    player: Mapped["Player | None"] = relationship(viewonly=True)


class Player(Base):
    """Somebody of a group; *name_key* is what makes two names the same.

    Nobody who is *archived* is offered for a new game, and a *guest* only after the
    others. Whoever turned out to be somebody else is *merged_into* that player.
    """

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("group_id", "uuid"),
        UniqueConstraint("group_id", "name_key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    uuid: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(160))
    name_key: Mapped[str] = mapped_column(String(640))
    archived: Mapped[bool] = mapped_column(default=False)
    guest: Mapped[bool] = mapped_column(default=False)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    created_at: Mapped[datetime] = mapped_column(Moment)


class Merge(Base):
    """Two players who were one: the games in which the other sat, to undo it.

    Where the two are of two groups, games were moved from one into the other, and
    whoever is forgotten in one is in both; that is no merge to be undone.
    """

    __tablename__ = "player_merge"

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    into_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    games: Mapped[list[int]] = mapped_column(JSON)
    merged_at: Mapped[datetime] = mapped_column(Moment)


_GAMES = table("game", column("season_id"), column("game"), column("deleted_at"))


class Season(Base):
    """A stretch of time whose games are ranked together; open without an end.

    Ranked by the figure *ranked_by*, from *least_games* on. *has_documents* where
    anything but Wizard was played in it: read with the season, so that pages of
    seasons without need not ask.
    """

    __tablename__ = "season"
    __table_args__ = (
        UniqueConstraint("group_id", "number"),
        CheckConstraint("number > 0", "number"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    number: Mapped[int]
    name: Mapped[str | None] = mapped_column(String(160))
    starts_on: Mapped[date]
    ends_on: Mapped[date | None]
    ranked_by: Mapped[str] = mapped_column(String(16), default="average")
    least_games: Mapped[int] = mapped_column(default=1)

    has_documents: Mapped[bool] = column_property(
        exists().where(
            _GAMES.c.season_id == id,  # noqa: A003 - the column above
            _GAMES.c.game != "wizard",
            _GAMES.c.deleted_at.is_(None),
        )
    )


class Invite(Base):
    """A link that lets devices in with a role; only the SHA-256 of its secret is kept.

    Whoever comes by it may also keep the score of *game_id*. It is good until it
    *ends_at*, or until somebody ended it.
    """

    __tablename__ = "invite"
    __table_args__ = (
        CheckConstraint("role IN ('scorekeeper','player','viewer')", "role"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[UUID] = mapped_column(unique=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), index=True)
    secret_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(16))
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"))
    name: Mapped[str | None] = mapped_column(String(160))
    made_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment)
    ends_at: Mapped[datetime | None] = mapped_column(Moment)


class JoinCode(Base):
    """A group that lets people in for some minutes, by a code short enough to say.

    The code is the *handle*, by which the group is found, and a secret. That is so
    short that a plain hash could be tried out, so it is hashed with the server's own
    secret. A *wide* code allows more wrong tries, for a hall full of people.
    """

    __tablename__ = "open_door"
    __table_args__ = (CheckConstraint("role IN ('player','viewer')", "role"),)

    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), primary_key=True)
    handle: Mapped[str] = mapped_column(String(8), unique=True)
    secret_hmac: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(16))
    wide: Mapped[bool]
    opened_by: Mapped[int] = mapped_column(ForeignKey("device.id"))
    ends_at: Mapped[datetime] = mapped_column(Moment)


class WrongTry(Base):
    """A code that was wrong: for the join code of which group, and from where.

    *address* is hashed with the server's own secret. Forgotten after a day.
    """

    __tablename__ = "wrong_try"
    __table_args__ = (
        Index("ix_wrong_try_group_id_at", "group_id", "at"),
        Index("ix_wrong_try_address_at", "address", "at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int | None] = mapped_column(ForeignKey("group_.id"))
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Moment, index=True)

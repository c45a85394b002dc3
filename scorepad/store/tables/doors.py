"""Ways into a group: links, and the code that is good while the host lets people in."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment


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


class OpenDoor(Base):
    """A group that lets people in for some minutes, by a code short enough to say.

    The code is the *handle*, by which the group is found, and a secret. That is so
    short that a plain hash could be tried out, so it is hashed with the server's own
    secret. A *wide* door bears more wrong tries: a hall full of people.
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
    """A code that was wrong: for the open door of which group, and from where.

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

"""What happened: every revision of a record, and the answers given to phones."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment

_CHOSEN = text("uuid IS NULL")


class Revision(Base):
    """One saved state of a game (*number* 0) or a round; append only.

    What lost a conflict while *revision* stood has a *uuid* of its own. A trigger
    refuses changes on both databases; rows go only with a game or group that was
    deleted long ago (*deleted_day*). *body* holds player ids, never names, so that
    forgetting a person needs no rewriting of history.
    """

    __tablename__ = "revision"
    __table_args__ = (
        UniqueConstraint("game_id", "uuid"),
        Index(
            "ix_revision_chosen",
            *("game_id", "number", "revision"),
            unique=True,
            sqlite_where=_CHOSEN,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    number: Mapped[int]
    revision: Mapped[int]
    uuid: Mapped[UUID | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"))
    saved_at: Mapped[datetime] = mapped_column(Moment)
    body: Mapped[str] = mapped_column(Text)


class RememberedAnswer(Base):
    """The answer to a key of one device, given again when the phone asks again.

    It is about the group *group_id*, and names players by the ids they have there.
    """

    __tablename__ = "remembered_answer"

    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(128), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    body: Mapped[str] = mapped_column(Text)
    etag: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Moment)

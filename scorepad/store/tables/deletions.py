"""What people deleted, and on how many days the server has seen it so."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment


class Deletion(Base):
    """A row of the table *what* that was *deleted_at*, seen so on so many *days*.

    The last of them is *seen_on*. The triggers that protect the history let nothing go
    before enough days were counted: a clock that jumps counts for one day.
    """

    __tablename__ = "deletion"
    __table_args__ = (
        CheckConstraint("what IN ('game','document_game','group_')", "what"),
    )

    what: Mapped[str] = mapped_column(String(16), primary_key=True)
    row_id: Mapped[int] = mapped_column(primary_key=True)
    deleted_at: Mapped[datetime] = mapped_column(Moment)
    days: Mapped[int]
    seen_on: Mapped[date]

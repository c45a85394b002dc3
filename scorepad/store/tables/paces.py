"""How often somebody did something lately."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base, Moment


class Pace(Base):
    """So many *times* somebody has done a thing since then.

    *who* is a device, or an address hashed with the server's own secret.
    """

    __tablename__ = "pace"

    what: Mapped[str] = mapped_column(String(16), primary_key=True)
    who: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment)
    times: Mapped[int]

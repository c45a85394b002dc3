"""The days on which the server ran."""

from datetime import date

from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base


class ServerDay(Base):
    """A date that the server's clock has shown; *number* counts them as they came.

    A clock that was wrong once adds one day, however far it was off.
    """

    __tablename__ = "server_day"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[date] = mapped_column(unique=True)

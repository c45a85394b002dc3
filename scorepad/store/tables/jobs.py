"""When daily jobs ran."""

from datetime import date

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base


class JobRun(Base):
    """The date (UTC) on which a daily job ran last, on whichever copy of the server."""

    __tablename__ = "job_run"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    ran_on: Mapped[date]

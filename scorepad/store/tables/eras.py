"""Since which backup was put back the revisions count as they do."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base


class Era(Base):
    """The *word* for the time since a backup was put back; no row before the first."""

    __tablename__ = "era"

    word: Mapped[str] = mapped_column(String(16), primary_key=True)

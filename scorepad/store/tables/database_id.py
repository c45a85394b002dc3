"""The random id of this database."""

from typing import Final

from sqlalchemy import CheckConstraint, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base

ONLY: Final = 1


class DatabaseId(Base):
    """One row; none in a backup, so that what is restored gets another *id*."""

    __tablename__ = "database_id"
    __table_args__ = (CheckConstraint(f"number = {ONLY}", name="one"),)

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[str] = mapped_column(String(16))

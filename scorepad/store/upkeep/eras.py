"""A backup that is put back begins an era: its revisions are counted once more.

What a phone or a browser knows of the era before has the same numbers, and means
something else.
"""

from typing import Final

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session

from scorepad.store.tables import Era

FIRST: Final = "1"
"""The era in which no backup was put back yet."""


def era_of(engine: Engine) -> str:
    """The word for the era that the records are in, whatever a request does besides."""
    with Session(engine) as session:
        return session.scalar(select(Era.word)) or FIRST


def note_era(session: Session, word: str) -> None:
    """Let the era of this word be the only one there is."""
    session.execute(delete(Era))
    session.add(Era(word=word))

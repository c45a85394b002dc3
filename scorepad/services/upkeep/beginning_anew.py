"""What follows when a backup was put back."""

import secrets

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.upkeep.eras import note_era


def begin_era(session: Session) -> None:
    """Let phones see that revisions they know are of another time."""
    with write_transaction(session):
        note_era(session, secrets.token_hex(4))
        session.commit()

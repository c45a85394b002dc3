"""A server that ignores the revision of a save: a mutant that tests must catch."""

import sys
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorepad import cli
from scorepad.db.history import Answer
from scorepad.services import rounds
from scorepad.services.inputs import Attempt

_save_round = rounds.save_round


class Whatever:
    """A revision that never differs from the stored one."""

    def __ne__(self, stored: object) -> bool:
        """Whether somebody else has saved meanwhile: never."""
        return False


def save_whatever_was_seen(session: Session, attempt: Attempt, *about: Any) -> Answer:
    """Save a round as if its sender knew the latest version."""
    seen: Any = Whatever()
    return _save_round(session, replace(attempt, seen=seen), *about)


if __name__ == "__main__":
    rounds.save_round = save_whatever_was_seen
    sys.exit(cli.main())

"""In which era the records are, told with every answer of the interface.

Whoever knows another one knows nothing: what it has seen bears the same revisions and
may be something else.
"""

from contextlib import suppress

from flask import current_app, request

from scorepad.store.db import db
from scorepad.store.upkeep.eras import era_of
from scorepad.store.upkeep.faults import FAULTS

HEADER = "X-Scorepad"
_KEPT = "scorepad_era"


def current_era() -> str:
    """Its word; nothing while the database is away.

    It stays the same while a server runs: a backup is put back while none does.
    """
    kept: str = current_app.extensions.get(_KEPT, "")
    if not kept:
        with suppress(*FAULTS):
            kept = current_app.extensions[_KEPT] = era_of(db.engine)
    return kept


def knows_another_era() -> bool:
    """Whether what the sender has seen is of another time."""
    said = request.headers.get(HEADER, "")
    return bool(said) and said != (current_era() or said)

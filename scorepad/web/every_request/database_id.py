"""The id of the database, sent with every response of the API.

A request that names another id has seen nothing of this database: the same revision
may be something else here.
"""

from contextlib import suppress
from typing import Final

from flask import current_app, request

from scorepad.store.db import db
from scorepad.store.upkeep.database_id import find_database_id
from scorepad.store.upkeep.faults import FAULTS

HEADER: Final = "X-Scorepad"
_KEPT: Final = "scorepad_database_id"


def current_database_id() -> str:
    """Return the id, or nothing while the database is away.

    It stays the same while a server runs: nothing is restored meanwhile.
    """
    kept: str = current_app.extensions.get(_KEPT, "")
    if not kept:
        with suppress(*FAULTS):
            kept = current_app.extensions[_KEPT] = find_database_id(db.engine) or ""
    return kept


def knows_another_database() -> bool:
    """Whether the request speaks of what another database holds."""
    named = request.headers.get(HEADER, "")
    return bool(named) and named != (current_database_id() or named)

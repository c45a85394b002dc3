"""A connection that has rested is asked whether it is alive before it is used.

One that was in use a moment ago is not: that costs a statement there and back with
every request. Where its server hung up in just that moment, a save is tried again, a
look is answered 503, and all other connections are made anew.
"""

import time
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import InvalidatePoolError

RESTED_S: Final = 1.0
_SINCE: Final = "scorepad_rests_since"


def ask_the_rested(engine: Engine) -> None:
    """Let no connection of *engine* be used that ended while it rested."""

    def note(_connection: object, record: Any) -> None:
        record.info[_SINCE] = time.monotonic()

    def ask(connection: Any, record: Any, _proxy: object) -> None:
        rested = time.monotonic() - record.info.get(_SINCE, time.monotonic())
        if rested > RESTED_S and not _is_alive(engine, connection):
            raise InvalidatePoolError

    event.listen(engine, "checkin", note)
    event.listen(engine, "checkout", ask)


def _is_alive(engine: Engine, connection: Any) -> bool:
    try:
        return bool(engine.dialect.do_ping(connection))
    except engine.dialect.loaded_dbapi.Error:
        return False

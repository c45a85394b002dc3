"""A look at the database in one statement, outside of any transaction.

Whoever follows a game asks every two seconds, and every request asks whose token it
bears. Over PostgreSQL, where other processes write, too, nothing of that can be
remembered, but nothing needs a transaction either: a connection that has none saves
beginning and ending it, and asking whether it is alive.
"""

import weakref
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session

from scorepad.store.connections import engine_options
from scorepad.store.ready import Ready
from scorepad.store.upkeep.faults import FAULTS

_looking: weakref.WeakKeyDictionary[Engine, Engine] = weakref.WeakKeyDictionary()


def is_quick(session: Session) -> bool:
    """Whether looks cost less than a transaction: not in an embedded database."""
    return session.get_bind().dialect.name != "sqlite"


def quick_row(session: Session, asked: Ready, values: Mapping[str, Any]) -> Any | None:
    """The one row that is there, if any; none either where the server went away.

    Who is told that there is none asks again in full, and hears of the fault there.
    """
    engine = _engine_beside(session.get_bind().engine)
    try:
        with engine.connect() as connection:
            return asked.row(connection, values)
    except FAULTS:
        return None  # whoever asks next finds new connections


def _engine_beside(engine: Engine) -> Engine:
    if engine not in _looking:
        url = engine.url.render_as_string(hide_password=False)
        settings = engine_options(url)
        looking = create_engine(url, isolation_level="AUTOCOMMIT", **settings)
        event.listen(engine, "engine_disposed", lambda _: looking.dispose())
        _looking[engine] = looking
    return _looking[engine]

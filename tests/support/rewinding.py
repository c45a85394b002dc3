"""Brings a database back to an earlier state: one set-up serves for many attempts."""

import sqlite3
from contextlib import closing

from scorepad.db.engine import db
from scorepad.web import season_pages


def each_from_here(app, attempts, *phones):
    """Yield each of the *attempts* over the database and the phones as they are now."""
    memories = [(phone, phone.remembered()) for phone in phones]
    with closing(sqlite3.connect(":memory:")) as kept:
        _with_file(app, lambda file: file.backup(kept))
        for attempt in attempts:
            yield attempt
            _with_file(app, kept.backup)
            app.extensions["page_cache"] = season_pages.PageCache()
            for phone, memory in memories:
                phone.remember(*memory)


def _with_file(app, work):
    with app.app_context(), closing(db.engine.raw_connection()) as connection:
        file = connection.driver_connection
        assert isinstance(file, sqlite3.Connection)
        work(file)

"""A server whose clock is wrong for a while."""

import sys
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from unittest.mock import patch

from scorepad.db.engine import db
from scorepad.db.tables import AnyGame, Device, Group


def clock_off_by(**span):
    """Let the server's clock be ahead by so many *days* or *hours*, or behind."""
    return _clock(lambda tz: datetime.now(tz) + timedelta(**span))


def clock_at(moment):
    """Let the server's clock stand at a moment such as 2026-11-20T23:30+01:00."""
    return _clock(datetime.fromisoformat(moment).astimezone)


@contextmanager
def _clock(read):
    class Shifted(datetime):
        @classmethod
        def now(cls, tz=None):
            return read(tz)

    ours = [each for name, each in sys.modules.items() if name.startswith("scorepad.")]
    clocks = [each for each in ours if getattr(each, "datetime", None) is datetime]
    with ExitStack() as stack:
        for each in clocks:
            stack.enter_context(patch.object(each, "datetime", Shifted))
        yield


def let_pass(app, days):
    """Let so many days pass since devices were seen, and games and groups deleted."""
    with app.app_context():
        session, passed = db.session(), timedelta(days=days)
        for device in session.query(Device):
            if device.seen_on is not None:
                device.seen_on -= passed
        for row in (*session.query(AnyGame), *session.query(Group)):
            if row.deleted_at is not None:
                row.deleted_at -= passed
        session.commit()

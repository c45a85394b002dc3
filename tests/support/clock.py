"""A server whose clock is wrong for a while."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, timedelta, tzinfo
from unittest.mock import patch

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.deletions import newest_day
from scorepad.db.engine import db
from scorepad.db.tables import ServerDay


@contextmanager
def clock_off_by(days: int) -> Iterator[None]:
    """Let the server's clock be so many days ahead or, below 0, behind."""

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) + timedelta(days=days)

    ours = [each for name, each in sys.modules.items() if name.startswith("scorepad.")]
    clocks = [each for each in ours if getattr(each, "datetime", None) is datetime]
    with ExitStack() as stack:
        for each in clocks:
            stack.enter_context(patch.object(each, "datetime", Shifted))
        yield


def run_for(app: Flask, days: int) -> None:
    """Let the server have run on so many more days, which nobody used."""
    with app.app_context():
        add_days(db.session(), days)


def add_days(session: Session, days: int) -> None:
    """Note so many more days on which the server ran."""
    newest = session.scalar(select(newest_day())) or 0
    numbers = range(newest + 1, newest + 1 + days)
    first = date(2100, 1, 1)
    session.add_all(
        ServerDay(number=each, day=first + timedelta(days=each)) for each in numbers
    )
    session.commit()

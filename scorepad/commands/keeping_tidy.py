"""Letting go once a day of what is kept for nobody any more."""

import sys
import threading
from datetime import UTC, datetime

from flask import Flask

from scorepad.services.tidying import tidy
from scorepad.store.db import db
from scorepad.store.faults import FAULTS

EVERY_S = 86_400
"""Before the first time, too: what lay in a drawer for years lets people come first."""


def keep_tidy(app: Flask, ended: threading.Event) -> None:
    """Tidy every day until *ended* is set."""
    while not ended.wait(EVERY_S):
        tidy_now(app, datetime.now(UTC))


def tidy_now(app: Flask, at: datetime) -> None:
    """Tidy, and say so where a group went."""
    try:
        with app.app_context():
            gone = tidy(db.session(), at)
    except FAULTS:
        return  # tomorrow again
    if gone:
        said = f"scorepad: groups deleted that nobody opened for two years: {gone}"
        print(said, file=sys.stderr, flush=True)

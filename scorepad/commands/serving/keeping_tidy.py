"""Letting go once a day of what is kept for nobody any more."""

import logging
import threading
from datetime import UTC, date, datetime
from functools import partial
from typing import Final

from flask import Flask

from scorepad.commands.serving.lasting import attempt
from scorepad.services.upkeep.erasing import erase
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.services.upkeep.tidying import tidy
from scorepad.store.db import db
from scorepad.store.upkeep.faults import FAULTS
from scorepad.web.printed.pdfs import shelf
from scorepad.web.seasons.book_wanted import bindery

log: Final = logging.getLogger(__name__)

EVERY_S: Final = 3600
"""A look at the date: whoever serves in the evening only has days to count, too.

Not before the first hour is over: people come first, and a clock is put right by then.
"""


def keep_tidy(app: Flask, ended: threading.Event) -> None:
    """Erase and tidy on every date there is, until *ended* is set."""
    erased_on = tidied_on = None
    while not ended.wait(EVERY_S):
        at = datetime.now(UTC)
        erase_today = partial(erase_on, app, at, erased_on)
        erased_on = attempt("erasing", erase_today) or erased_on
        tidy_today = partial(tidy_on, app, at, tidied_on)
        tidied_on = attempt("tidying", tidy_today) or tidied_on


def erase_on(app: Flask, at: datetime, erased_on: date | None) -> date | None:
    """Erase unless it was done on this date; tell on which it was done last."""
    return erased_on if at.date() == erased_on or not erase_now(app, at) else at.date()


def tidy_on(app: Flask, at: datetime, tidied_on: date | None) -> date | None:
    """Tidy unless it was done on this date; tell on which it was done last."""
    return tidied_on if at.date() == tidied_on or not tidy_now(app, at) else at.date()


def erase_now(app: Flask, at: datetime) -> bool:
    """Erase what is due, and say how much went; whether it could be done.

    Nothing goes from records that are damaged: the history may be what mends them.
    """
    if (app.config["SETTINGS"].instance / DAMAGE).exists():
        return False
    try:
        with app.app_context():
            gone = erase(db.session(), at)
            if any(gone.values()):
                shelf().clear()  # a sheet holds its whole game, names and all
    except FAULTS as fault:
        log.warning("nothing could be erased: %s", type(fault).__name__)
        return False  # in an hour again
    if games := gone["game"] + gone["document_game"]:
        log.warning("games erased that were deleted long ago: %d", games)
    if gone["group_"]:
        log.warning("groups erased that were deleted long ago: %d", gone["group_"])
    return True


def tidy_now(app: Flask, at: datetime) -> bool:
    """Tidy, books that nobody reads any more too, and say so where a group went.

    Whether it could be done.
    """
    try:
        with app.app_context():
            gone = tidy(db.session(), at)
            bindery().sweep()
    except (*FAULTS, OSError) as fault:
        log.warning("nothing could be tidied: %s", type(fault).__name__)
        return False  # in an hour again
    if gone:
        log.warning("groups deleted that nobody opened for two years: %d", gone)
    return True

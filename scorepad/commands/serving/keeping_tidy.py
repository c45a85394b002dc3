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
from scorepad.store.upkeep.dates import note_date
from scorepad.store.upkeep.faults import FAULTS
from scorepad.web.printed.pdfs import shelf
from scorepad.web.seasons.book_wanted import bindery

log: Final = logging.getLogger(__name__)

EVERY_S: Final = 86_400
"""Before the first time, too: what lay in a drawer for years lets people come first."""

ERASE_EVERY_S: Final = 3600
"""A look at the date: whoever serves in the evening only has days to count, too."""


def keep_tidy(app: Flask, ended: threading.Event) -> None:
    """Tidy every day until *ended* is set, and erase on every date there is."""
    hours, erased_on = 0, None
    while not ended.wait(ERASE_EVERY_S):
        erase_today = partial(erase_on, app, datetime.now(UTC), erased_on)
        erased_on = attempt("erasing", erase_today) or erased_on
        hours += 1
        if hours * ERASE_EVERY_S >= EVERY_S:
            attempt("tidying", partial(tidy_now, app, datetime.now(UTC)))
            hours = 0


def erase_on(app: Flask, at: datetime, erased_on: date | None) -> date | None:
    """Erase unless it was done on this date; tell on which it was done last."""
    return erased_on if at.date() == erased_on or not erase_now(app, at) else at.date()


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


def tidy_now(app: Flask, at: datetime) -> None:
    """Tidy, books that nobody reads any more too, and say so where a group went."""
    try:
        dates = note_date(app.config["SETTINGS"].instance, at.date())
        with app.app_context():
            gone = tidy(db.session(), at, dates)
            bindery().sweep()
    except (*FAULTS, OSError) as fault:
        log.warning("nothing could be tidied: %s", type(fault).__name__)
        return  # tomorrow again
    if gone:
        log.warning("groups deleted that nobody opened for two years: %d", gone)

"""Letting go once a day of what is kept for nobody any more."""

import logging
from datetime import datetime
from typing import Final

from flask import Flask

from scorepad.services.upkeep.erasing import erase
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.services.upkeep.tidying import tidy
from scorepad.store.db import db
from scorepad.store.upkeep.faults import FAULTS
from scorepad.web.printed.pdfs import pdf_cache

log: Final = logging.getLogger(__name__)


def erase_now(app: Flask, at: datetime) -> bool:
    """Erase what is due, and say how much went; whether it could be done.

    Nothing goes from records that are damaged: the history may be what mends them.
    """
    if (app.config["SETTINGS"].instance / DAMAGE).exists():
        return False
    try:
        with app.app_context():
            gone = erase(db.session(), at.date())
            if any(gone.values()):
                pdf_cache().clear()  # a sheet holds its whole game, names and all
    except FAULTS as fault:
        log.warning("nothing could be erased: %s", type(fault).__name__)
        return False  # tried again soon
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
    except (*FAULTS, OSError) as fault:
        log.warning("nothing could be tidied: %s", type(fault).__name__)
        return False  # tried again soon
    if gone:
        log.warning("groups deleted that nobody opened for two years: %d", gone)
    return True

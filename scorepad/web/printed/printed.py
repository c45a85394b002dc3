"""A sheet that somebody asked for: what shapes it, and its PDF and picture."""

from dataclasses import dataclass
from functools import cached_property

from flask import request

from scorepad.pdf.jobs import PrintJob
from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import Sheet, sheet_of
from scorepad.services.entering import GameAddress
from scorepad.services.play.recording import game_as_record
from scorepad.services.play.revisions import GameVersion, version_of_game
from scorepad.sheets.completed.page import Copy, Fit, fit_of
from scorepad.sheets.completed.showing import Showing
from scorepad.sheets.paper import Paper
from scorepad.stats.rating import level_for, title_for
from scorepad.store.db import db
from scorepad.web.every_request.doors import current_device
from scorepad.web.every_request.languages import current_language
from scorepad.web.forms.showing import ShowingForm, sent_form
from scorepad.web.printed.pdfs import cached_pdf, cached_picture, pdf_cache, stationery
from scorepad.words.levels import level_name
from scorepad.words.regions import uses_letter


def asked_for() -> ShowingForm:
    """The choices in the address; paper and language are otherwise the reader's."""
    form = sent_form(request.args)
    form.lang.data = form.lang.data or current_language().tag
    if not form.paper.data:
        letter = uses_letter(request.headers.get("Accept-Language"))
        form.paper.data = (Paper.LETTER if letter else Paper.A4).value
    return form


def glance(address: GameAddress) -> GameVersion:
    """Look at the game, and hold nothing of the database afterwards.

    Whoever prints may wait for the press; nobody who saves shall wait for that.
    """
    seen = version_of_game(db.session(), current_device(), address)
    db.session().close()
    return seen


def game_at(address: GameAddress) -> Game:
    """The game as it is recorded, for whoever may read it."""
    return game_as_record(db.session(), current_device(), address).game


@dataclass(frozen=True)
class Wanted:
    """A sheet that somebody asked for, of a game as it was *seen*."""

    address: GameAddress
    seen: GameVersion
    language: str
    showing: Showing

    @property
    def key(self) -> str:
        """A name for the sheet and everything that shapes it."""
        return pdf_cache().key(self.job)

    def pdf(self) -> bytes:
        """The sheet; it is rendered only once."""
        return cached_pdf(self.job)

    def picture(self) -> bytes:
        """The first page of the sheet as PNG; it is rendered only once."""
        return cached_picture(self.job)

    def fit(self) -> Fit:
        """How it finds its place on the paper."""
        return fit_of(self.copy)

    @cached_property
    def copy(self) -> Copy:
        """What the sheet says."""
        game = game_at(self.address)
        db.session().close()
        sheet = sheet_of(game)
        level = _level(sheet, self.seen, self.language)
        return Copy(sheet, game, self.language, self.seen.group, self.showing, level)

    @cached_property
    def job(self) -> PrintJob:
        """What is rendered."""
        copy = self.copy
        return stationery().completed_sheet(
            copy.sheet,
            copy.game,
            language=copy.language,
            title=copy.title,
            showing=copy.showing,
            level=copy.level,
        )


def _level(sheet: Sheet, seen: GameVersion, language: str) -> str | None:
    """What whoever won alone rose to, if the game counts."""
    wins = dict(seen.wins)
    if not sheet.finished or len(sheet.winners) != 1 or sheet.winners[0] not in wins:
        return None
    won = wins[sheet.winners[0]]
    return level_name(level_for(won), title_for(won).value, language)

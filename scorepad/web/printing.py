"""The sheet of a game on paper, and its document, for those who may see it."""

import json
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.rules.wizard.writing import document_of
from scorepad.services.entering import GameAddress
from scorepad.services.glancing import Glance, glance_at
from scorepad.services.recording import game_as_record
from scorepad.sheets.errors import NotPrintedError, SheetsBusy
from scorepad.sheets.showing import Showing
from scorepad.store.db import db
from scorepad.web.doors import current_device
from scorepad.web.errors import problem
from scorepad.web.forms.showing import ShowingForm
from scorepad.web.languages import current_language
from scorepad.web.pdfs import pdf_answer, press, shelf, stationery

bp = Blueprint("printing", __name__)

NAMES_IN_FILE = 80
RETRY_AFTER = "5"


@bp.get("/g/<uuid:gid>/games/<uuid:uuid>/sheet.pdf")
def sheet(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Print the sheet of a game, finished or not; the same one only once.

    It may wait for the press or for whoever prints the same. Nobody who saves shall
    wait for that, so nothing of the database is held meanwhile.
    """
    address = GameAddress(gid, uuid)
    seen = glance_at(db.session(), current_device(), address)
    db.session().close()
    form = ShowingForm(request.args)
    form.lang.data = form.lang.data or current_language().tag
    if not form.validate():
        return problem(422, form.sentence)
    wanted = Wanted(address, seen, form.lang.data, form.showing)
    answer = pdf_answer(b"", f"wizard-{seen.played_on}.pdf", _spoken_name(seen))
    answer.set_etag(wanted.key[:24])
    if answer.make_conditional(request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = shelf().get(wanted.key, wanted.printed)
    return answer


@dataclass(frozen=True)
class Wanted:
    """A sheet that somebody asked for, of a game as it was *seen*."""

    address: GameAddress
    seen: Glance
    language: str
    showing: Showing

    @cached_property
    def key(self) -> str:
        """A name for everything that shapes the sheet."""
        chosen = (self.language, repr(self.showing))
        return shelf().key(repr(self.address), repr(self.seen), *chosen)

    def printed(self) -> bytes:
        """The sheet, fresh from the press."""
        game = _game(self.address)
        db.session().close()
        job = stationery().completed_sheet(
            sheet_of(game),
            game,
            language=self.language,
            title=self.seen.group,
            showing=self.showing,
        )
        return press().pdf(job)


@bp.get("/g/<uuid:gid>/games/<uuid:uuid>/game.json")
def document(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Hand out the game as a document that any Scorepad can read."""
    game = _game(GameAddress(gid, uuid))
    text = json.dumps(document_of(game), ensure_ascii=False, indent=2)
    answer = Response(f"{text}\n", mimetype="application/json")
    name = f"{_file_name(game)}.json"
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


@bp.app_errorhandler(NotPrintedError)
def _not_printed(error: NotPrintedError) -> ResponseReturnValue:
    current_app.logger.warning("not printed: %s", type(error).__name__)
    busy = _("Other sheets are being printed; please try again in a moment.")
    hard = _("This sheet could not be printed; please try again in a moment.")
    is_busy = isinstance(error, SheetsBusy)
    answer = problem(429, busy) if is_busy else problem(503, hard)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def _game(address: GameAddress) -> Game:
    return game_as_record(db.session(), current_device(), address).game


def _file_name(game: Game) -> str:
    return f"wizard-{game.played_on}" if game.played_on else "wizard"


def _spoken_name(seen: Glance) -> str:
    """A name people recognise: the evening and who played."""
    names = ", ".join(seen.players)
    return f"Wizard {seen.played_on} {names}"[:NAMES_IN_FILE]

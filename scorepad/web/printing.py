"""The sheet of a game on paper, and its document, for those who may see it."""

import json
from dataclasses import dataclass
from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.rules.wizard.writing import document_of
from scorepad.services.entering import GameAddress
from scorepad.services.recording import game_as_record
from scorepad.sheets.errors import NotPrintedError, SheetsBusy
from scorepad.sheets.showing import Showing
from scorepad.store.db import db
from scorepad.web.doors import current_device, group_or_404
from scorepad.web.errors import problem
from scorepad.web.forms.showing import ShowingForm
from scorepad.web.languages import current_language
from scorepad.web.pdfs import pdf_answer, press, shelf, stationery

bp = Blueprint("printing", __name__)

NAMES_IN_FILE = 80
RETRY_AFTER = "5"


@bp.get("/g/<uuid:gid>/games/<uuid:uuid>/sheet.pdf")
def sheet(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Print the sheet of a game, finished or not; the same one only once."""
    title = group_or_404(gid).name
    game = _game(gid, uuid)
    form = ShowingForm(request.args)
    form.lang.data = form.lang.data or current_language().tag
    if not form.validate():
        return problem(422, form.sentence)
    wanted = Wanted(game, form.lang.data, title, form.showing)
    answer = pdf_answer(b"", f"{_file_name(game)}.pdf", _spoken_name(game))
    key = wanted.key
    answer.set_etag(key[:24])
    if answer.make_conditional(request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = shelf().get(key, wanted.printed)
    return answer


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sheet that somebody asked for."""

    game: Game
    language: str
    title: str | None
    showing: Showing

    @property
    def key(self) -> str:
        """A name for everything that shapes the sheet."""
        document = json.dumps(document_of(self.game))
        # What the document says in two ways, a sheet may show in two ways.
        exactly = repr(self.game.cards)
        chosen = (self.language, self.title or "", repr(self.showing))
        return shelf().key(document, exactly, *chosen)

    def printed(self) -> bytes:
        """The sheet, fresh from the press."""
        job = stationery().completed_sheet(
            sheet_of(self.game),
            self.game,
            language=self.language,
            title=self.title,
            showing=self.showing,
        )
        return press().pdf(job)


@bp.get("/g/<uuid:gid>/games/<uuid:uuid>/game.json")
def document(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Hand out the game as a document that any Scorepad can read."""
    game = _game(gid, uuid)
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


def _game(gid: UUID, uuid: UUID) -> Game:
    address = GameAddress(gid, uuid)
    return game_as_record(db.session(), current_device(), address).game


def _file_name(game: Game) -> str:
    return f"wizard-{game.played_on}" if game.played_on else "wizard"


def _spoken_name(game: Game) -> str:
    """A name people recognise: the evening and who played."""
    names = ", ".join(game.players)
    return f"Wizard {game.played_on} {names}"[:NAMES_IN_FILE]

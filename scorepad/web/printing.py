"""Paper: blank pads for everybody, the sheet of a game for those who may see it."""

import json
from typing import cast
from urllib.parse import quote
from uuid import UUID

from flask import Blueprint, Flask, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.rules.wizard.writing import document_of
from scorepad.services.entering import GameAddress
from scorepad.services.recording import game_as_record
from scorepad.sheets.errors import NotPrintedError, SheetsBusy
from scorepad.sheets.html import Stationery
from scorepad.sheets.press import Press
from scorepad.store.db import db
from scorepad.web.doors import current_device, group_or_404
from scorepad.web.errors import problem
from scorepad.web.forms.printing import PadChoice
from scorepad.web.languages import current_language

bp = Blueprint("printing", __name__)

NAMES_IN_FILE = 80
RETRY_AFTER = "5"


def attach(app: Flask, stationery: Stationery, press: Press) -> None:
    """Give *app* what it prints with."""
    app.extensions["stationery"] = stationery
    app.extensions["press"] = press


@bp.get("/print")
def choose() -> ResponseReturnValue:
    """Four choices and a button."""
    return render_template("print/choose.html", form=_choice())


@bp.get("/print/pad.pdf")
def pad() -> ResponseReturnValue:
    """Print blank pads."""
    form = _choice()
    if not form.validate():
        return problem(422, form.sentence)
    html = _stationery().blank_pad(
        form.seats,
        language=form.lang.data or "",
        trump=form.trump.data == "yes",
        copies=form.copies.number or 1,
    )
    pdf = _press().pdf(html)
    return _pdf(pdf, f"wizard-{form.players.data}.pdf", _("Score pad"))


@bp.get("/g/<uuid:gid>/games/<uuid:uuid>/sheet.pdf")
def sheet(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Print the sheet of a game, finished or not."""
    title = group_or_404(gid).name
    game = _game(gid, uuid)
    html = _stationery().completed_sheet(
        sheet_of(game), game, language=current_language().tag, title=title
    )
    return _pdf(_press().pdf(html), f"{_file_name(game)}.pdf", _spoken_name(game))


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
    answer = problem(503, busy if isinstance(error, SheetsBusy) else hard)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def _choice() -> PadChoice:
    form = PadChoice(request.args)
    if "lang" not in request.args:
        form.lang.data = current_language().tag
    return form


def _game(gid: UUID, uuid: UUID) -> Game:
    address = GameAddress(gid, uuid)
    return game_as_record(db.session(), current_device(), address).game


def _file_name(game: Game) -> str:
    return f"wizard-{game.played_on}" if game.played_on else "wizard"


def _spoken_name(game: Game) -> str:
    """A name people recognise: the evening and who played."""
    names = ", ".join(game.players)
    return f"Wizard {game.played_on} {names}"[:NAMES_IN_FILE]


def _pdf(pdf: bytes, plain: str, spoken: str) -> Response:
    """A PDF to look at, with a plain file name and one in the people's script."""
    answer = Response(pdf, mimetype="application/pdf")
    safe = "".join("-" if char in '/\\:*?"<>|' else char for char in spoken)
    answer.headers.set(
        "Content-Disposition",
        "inline",
        filename=plain,
        **{"filename*": f"UTF-8''{quote(f'{safe}.pdf', safe='')}"},
    )
    return answer


def _stationery() -> Stationery:
    return cast("Stationery", current_app.extensions["stationery"])


def _press() -> Press:
    return cast("Press", current_app.extensions["press"])

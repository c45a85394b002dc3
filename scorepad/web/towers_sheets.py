"""Wandering Towers on paper: to track a game, to set one up, and to keep one."""

from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.sheets.job import PrintJob
from scorepad.sheets.towers_pages import TowersPages
from scorepad.web.errors import problem
from scorepad.web.forms.towers import BlankTowersForm, TowersSheetForm
from scorepad.web.pdfs import pdf_answer, press, shelf
from scorepad.web.reader import suit_reader
from scorepad.words.languages import find_language

bp = Blueprint("towers_sheets", __name__, url_prefix="/towers/<lang>")


def attach(app: Flask, pages: TowersPages) -> None:
    """Give *app* what writes these sheets."""
    app.extensions["towers_pages"] = pages


def towers_pages() -> TowersPages:
    """What writes these sheets."""
    return cast("TowersPages", current_app.extensions["towers_pages"])


@bp.get("/sheet.pdf")
def blank(lang: str) -> ResponseReturnValue:
    """Print games to be marked by hand."""
    if find_language(lang) is None:
        abort(404)
    form = BlankTowersForm(request.args)
    suit_reader(form)
    if not form.validate():
        return problem(422, form.sentence)
    players = int(form.players.data or "")
    job = towers_pages().blank_towers(players, form.on_paper, language=lang)
    return _printed(job, f"towers-{players}-{form.paper.data}.pdf")


@bp.get("/setup.pdf")
def setup_card(lang: str) -> ResponseReturnValue:
    """Print who gets what and who stands where."""
    if find_language(lang) is None:
        abort(404)
    form = TowersSheetForm(request.args)
    suit_reader(form)
    if not form.validate():
        return problem(422, form.sentence)
    job = towers_pages().setup_card(form.on_paper, language=lang)
    return _printed(job, f"towers-setup-{form.paper.data}.pdf")


def _printed(job: PrintJob, name: str) -> Response:
    """The same is printed only once."""
    key = shelf().key("towers", job.html)
    pdf = shelf().get(key, lambda: press().pdf(job))
    return pdf_answer(pdf, name, _("Wandering Towers"))

"""Wandering Towers on paper: to track a game, to set one up, and to keep one."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.pdf.jobs import PrintJob
from scorepad.rules.towers.document import GAME
from scorepad.services.inputs import GameAddress
from scorepad.services.play.retelling import stored_document
from scorepad.sheets.towers.pages import TowersPages
from scorepad.store.db import db
from scorepad.web.forms.choosing import BlankTowersForm, SheetPaperForm
from scorepad.web.middleware.auth import current_device
from scorepad.web.printed.pdfs import answer_pdf, valid

bp = Blueprint("towers_sheets", __name__)

PAGES: Final = TowersPages()


@bp.get("/towers/<lang>/sheet.pdf")
def blank(lang: str) -> ResponseReturnValue:
    """Print games to be marked by hand."""
    form = valid(BlankTowersForm(request.args))
    players = int(form.players.data or "")
    job = PAGES.blank_towers(players, form.on_paper, language=lang)
    return _printed(job, f"towers-{players}-{form.paper.data}.pdf")


@bp.get("/towers/<lang>/setup.pdf")
def setup_card(lang: str) -> ResponseReturnValue:
    """Print who gets what and who stands where."""
    form = valid(SheetPaperForm(request.args))
    job = PAGES.setup_card(form.on_paper, language=lang)
    return _printed(job, f"towers-setup-{form.paper.data}.pdf")


@bp.get("/g/<uuid:gid>/towers/<uuid:uuid>/sheet.pdf")
def completed(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Print the sheet of a game, finished or not."""
    address = GameAddress(gid, uuid, GAME)
    found = stored_document(db.session(), current_device(), address)
    title, game = found.group_name, replace(found.game, played_on=found.played_on)
    # Whoever prints may wait for a worker; nobody who saves shall wait for that.
    db.session().close()
    form = valid(SheetPaperForm(request.args))
    job = PAGES.completed_towers(
        game, language=form.lang.data or "", title=title, paper=form.on_paper
    )
    return _printed(job, f"towers-{game.played_on}.pdf")


def _printed(job: PrintJob, name: str) -> Response:
    return answer_pdf(job, name, _("Wandering Towers"))

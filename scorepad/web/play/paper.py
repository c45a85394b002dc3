"""Type in a whole paper game: first the table, then its sheet."""

import secrets
from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.rules.wizard.game import CUSTOM, Extra, Schedule, Scoring
from scorepad.services.errors import EntryRefusedError
from scorepad.services.play.copying import open_paper_game
from scorepad.store.db import db
from scorepad.web.forms.paper import PaperForm
from scorepad.web.middleware.auth import current_device, remember_device
from scorepad.web.middleware.languages import current_language
from scorepad.words.terms import extra_name, schedule_name, scoring_name

bp = Blueprint("paper", __name__)


@bp.get("/paper")
def new() -> ResponseReturnValue:
    """Ask who played, and what the old block holds.

    The code on a blank sheet leads here and fills in what was printed on it.
    """
    form = PaperForm(request.args)
    form.start.data = secrets.token_urlsafe(32)
    return _page(form)


@bp.post("/paper")
def create() -> ResponseReturnValue:
    """Set the table up and go to its empty sheet."""
    form = PaperForm(request.form)
    if not form.validate():
        return _page(form), 422
    paper = form.paper_game(current_language().tag)
    try:
        opened = open_paper_game(
            db.session(), current_device(), datetime.now(UTC), paper
        )
    except EntryRefusedError as refused:
        form.object_to(refused.objections)
        return _page(form), 422
    if opened.token:
        remember_device(opened.token)
    group, game = opened.address.group, opened.address.game
    sheet = url_for("sheet.show", gid=group, uuid=game, holds=form.holds.data)
    return redirect(sheet, 303)


def _page(form: PaperForm) -> str:
    tag = current_language().tag
    schedules = [(each.value, schedule_name(each, tag)) for each in Schedule]
    own_choice = schedule_name(Schedule.CUSTOM, tag)
    return render_template(
        "paper/new.html",
        form=form,
        schedules=schedules,
        own_choice=own_choice,
        extras=[(extra.value, extra_name(extra, tag)) for extra in Extra],
        scorings=[
            *((scoring.value, scoring_name(scoring, tag)) for scoring in Scoring),
            (CUSTOM, _("Own formula")),
        ],
    )

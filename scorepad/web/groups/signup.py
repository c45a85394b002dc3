"""The page for the code, or the link, that a new group needs."""

from datetime import UTC, datetime

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorepad.services.groups.arriving import WrongCodeError
from scorepad.services.groups.signups import Signups, prove
from scorepad.store.db import db
from scorepad.web.every_request.addresses import hidden_address
from scorepad.web.every_request.languages import current_language
from scorepad.web.forms.ways_in import CodeForm
from scorepad.web.groups.founding import keep_proof, signup_rules

bp = Blueprint("signup", __name__)

SHELLS = {"wizard": "play.shell", "towers": "towers.shell"}


@bp.get("/signup")
def show() -> ResponseReturnValue:
    """Ask for the code or link. What stands behind # never comes here."""
    if signup_rules().mode is Signups.OPEN:
        return redirect(_game(), 303)
    return _page("", 200)


@bp.post("/signup")
def enter_code() -> ResponseReturnValue:
    """Take the code or link, and go back to the game that waits for it."""
    form = CodeForm(request.form)
    if not form.validate():
        return _page(_("Type the code, or open the link once more."), 422)
    now, rules = datetime.now(UTC), signup_rules()
    try:
        proof = prove(db.session(), now, form.code.data or "", rules, hidden_address())
    except WrongCodeError:
        return _page(_("This is not the code, or the link has ended."), 422)
    answer = redirect(_game(), 303)
    keep_proof(answer, proof)
    return answer


def _game() -> str:
    """The page of the game that somebody came from."""
    shell = SHELLS.get(request.args.get("game", ""), SHELLS["wizard"])
    return url_for(shell, lang=current_language().tag)


def _page(problem: str, status: int) -> Response:
    page = render_template("join/signup.html", problem=problem)
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
